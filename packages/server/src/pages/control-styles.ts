/** Fields, radio cards, faults, notices and buttons. */
export const controlStyles = `
.group + .group, .group + .note, .note + .group { margin-top: 1.75rem; }
legend { width: 100%; }
.group > legend, .group > h2 { margin-bottom: .75rem; }
.field { display: flex; flex-direction: column; gap: .375rem; min-width: 0; }
.field > label { font-size: .9375rem; font-weight: 550; }
.field > label .soft { font-weight: 400; }
input[type="text"], input[type="tel"], select {
  width: 100%; min-height: 3rem; padding: .625rem .875rem; font: inherit; color: var(--ink);
  background: var(--card); border: 1px solid var(--edge); border-radius: 10px; appearance: none;
}
select { padding-right: 2.5rem; text-overflow: ellipsis; cursor: pointer; }
option { color: var(--ink); background: var(--card); }
input[type="text"]:hover, input[type="tel"]:hover, select:hover { border-color: var(--accent); }
input[type="text"]:focus-visible, input[type="tel"]:focus-visible, select:focus-visible {
  outline-offset: 0; border-radius: 10px; border-color: var(--focus);
}
[aria-invalid="true"]:is(input, select) { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.select { position: relative; display: block; }
.chevron { position: absolute; right: .75rem; top: 50%; margin-top: -.625em; pointer-events: none; color: var(--soft); }
.error {
  display: flex; gap: .375rem; align-items: flex-start; color: var(--danger);
  font-size: .875rem; line-height: 1.4; font-weight: 550;
}
.error .icon { margin-top: .0625em; }
/* A link of the error summary shows the label too, not the bare control. */
input, select { scroll-margin-top: 3.5rem; }
input[type="radio"], input[type="checkbox"] { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }

.methods { display: grid; gap: .625rem; }
.error + .methods, .error + .choices { margin-top: .625rem; }
.method {
  display: flex; align-items: center; gap: .875rem; padding: .75rem .875rem; cursor: pointer;
  border: 1px solid var(--edge); border-radius: 12px;
}
.method .badge { background: var(--paper); color: var(--soft); }
.method-text { display: flex; flex-direction: column; min-width: 0; }
.method-name { font-weight: 600; }
.method:hover { border-color: var(--accent); }
.method:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-tint); }
.method:has(:checked) .badge { background: var(--accent); color: var(--on-accent); }
.method:has(:checked) .hint { color: var(--ink); }
.method:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.method input:focus-visible { outline: none; }

.notice { display: flex; gap: .75rem; padding: 1rem; margin-bottom: 1.25rem; border: 1px solid; border-radius: 12px; }
.notice > .icon { font-size: 1.125rem; margin-top: .1em; }
.notice > div { min-width: 0; display: grid; gap: .375rem; }
.notice h2 { font-size: 1rem; }
.notice p, .notice li { font-size: .9375rem; }
.notice.danger { background: var(--danger-tint); border-color: var(--danger-line); }
.notice.danger > .icon, .notice.danger h2, .notice.danger a { color: var(--danger); }
.notice.danger li + li { margin-top: .25rem; }
.notice.warn { background: var(--warn-tint); border-color: var(--warn-line); }
.notice.warn > .icon, .notice.warn h2 { color: var(--warn); }
.note { padding: .75rem .875rem; border-radius: 10px; background: var(--accent-tint); font-size: .9375rem; }

.pay, .action {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3.375rem; padding: .75rem 1.25rem;
  font: inherit; font-size: clamp(.9375rem, 4.4vw, 1.0625rem); font-weight: 650; line-height: 1.25; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: 12px; cursor: pointer;
}
.pay { margin-top: 1.75rem; }
.pay:hover, .action:hover { background: var(--accent-strong); }
.pay:focus-visible, .action:focus-visible { border-radius: 12px; }
.pay > span { display: flex; align-items: center; justify-content: center; gap: .625rem; min-width: 0; }
.pay:disabled { cursor: progress; background: var(--accent-strong); }
.spinner { width: 1.125em; height: 1.125em; flex: none; border: 2.5px solid; border-right-color: transparent; border-radius: 50%; }
@media (prefers-reduced-motion: no-preference) {
  .spinner { animation: turn .8s linear infinite; }
  .method, .pay, .action, .key, input, select { transition: background-color .12s, border-color .12s, box-shadow .12s; }
  .otp.filled { animation: filled .5s ease-out; }
}
@keyframes turn { to { transform: rotate(1turn); } }
@keyframes filled { from { background: var(--accent-tint); box-shadow: 0 0 0 4px var(--accent-tint); } }
`;
