import { baseStyles } from '../pages/base-styles.ts';
import { controlStyles } from '../pages/control-styles.ts';

/** The device and what stands beside it. Its body has the same colours in both themes, as a thing has; its screen follows. */
const deviceStyles = `
:root { --shell: #24332d; --shell-2: #17221e; --shell-ink: #eef5f1; --shell-soft: #b4c6be; --key: #40534b; }
.desk { display: grid; gap: 1.5rem; justify-items: center; align-items: start; }
.device {
  width: 100%; max-width: 25.5rem; min-width: 0; padding: 1rem .875rem 1.25rem; border-radius: 34px 34px 44px 44px; color: var(--shell-ink);
  background: linear-gradient(170deg, var(--shell), var(--shell-2)); border: 1px solid #4a5f56;
  box-shadow: 0 1px 0 #ffffff2e inset, 0 24px 48px -20px #06120e8c;
}
.device::before { content: ""; display: block; width: 38%; height: 6px; margin: 0 auto .75rem; border-radius: 3px; background: #0b1310; box-shadow: 0 1px 0 #ffffff1f; }
.device-top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0 .5rem .75rem; }
.device-top h1 { font-size: .9375rem; letter-spacing: .01em; }
.light { display: flex; align-items: center; gap: .5rem; font-size: .875rem; color: var(--shell-soft); }
.lamp { width: .625rem; height: .625rem; border-radius: 50%; background: #8c9d95; }
[data-light="on"] .lamp { background: #55e39b; box-shadow: 0 0 8px #55e39b; }
[data-light="lost"] .lamp { background: #ffc542; box-shadow: 0 0 8px #ffc542; }
[data-light="refused"] .lamp { background: #ff7b6e; box-shadow: 0 0 8px #ff7b6e; }
.face {
  display: grid; align-content: start; gap: 1rem; min-height: 25rem; padding: 1.5rem 1.125rem; border-radius: 18px;
  background: var(--card); color: var(--ink); box-shadow: 0 0 0 3px #0b1310, 0 2px 10px #0006 inset;
}
.face > * { min-width: 0; }
.face h2 { font-size: 1.25rem; letter-spacing: -.01em; text-wrap: balance; }
.face h2:focus { outline: none; }
.face .lead { color: var(--soft); text-wrap: pretty; }
.idle .face, .result .face, .uncertain .face, .refused .face, .insecure .face { justify-items: center; text-align: center; align-content: center; }
.idle .face > section, .result .slip { width: 100%; text-align: left; }
.idle .lead, .result h2 { margin-top: -.5rem; }
.amount { font-size: 2.375rem; font-weight: 700; letter-spacing: -.02em; line-height: 1.15; font-variant-numeric: tabular-nums lining-nums; }
.figures { font-variant-numeric: tabular-nums; }
#code.figures { letter-spacing: .3em; font-size: 1.25rem; }
#amount.figures { font-size: 1.75rem; font-weight: 650; }
.seal { display: grid; place-items: center; width: 4.5rem; height: 4.5rem; border-radius: 50%; }
.seal .icon { width: 2.25rem; height: 2.25rem; }
.seal.good { color: var(--good); background: var(--good-tint); }
.seal.bad { color: var(--danger); background: var(--danger-tint); }
.seal.warn { color: var(--warn); background: var(--warn-tint); }
.seal.wave { width: 6rem; height: 6rem; color: var(--accent); background: var(--accent-tint); }
.seal.wave .icon { width: 3rem; height: 3rem; }
.told { padding: .75rem .875rem; border-radius: 10px; background: var(--accent-tint); font-size: .9375rem; width: 100%; text-wrap: pretty; }
.told[data-tone="warn"] { background: var(--warn-tint); }
.detail { font-size: .875rem; color: var(--soft); padding-top: .75rem; border-top: 1px solid var(--line); }
.face .notice { margin: 0; }
.slip { border-top: 1px dashed var(--edge); font-size: .9375rem; }
.slip:empty { display: none; }
.slip > div { display: grid; grid-template-columns: minmax(5.5rem, auto) minmax(0, 1fr); gap: 1rem; padding: .4rem 0; }
.slip > div + div { border-top: 1px solid var(--line); }
.slip dt { color: var(--soft); }
.slip dd { text-align: right; font-variant-numeric: tabular-nums; }
.cards { display: grid; grid-template-columns: 1fr 1fr; gap: .625rem; }
.cards legend { margin-bottom: .375rem; font-size: .9375rem; font-weight: 550; }
.face h3 { color: var(--soft); font-weight: 550; }
.waiting { display: grid; margin-top: .25rem; }
.waiting li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }

.device .keys { display: flex; gap: .75rem; padding: 1rem .25rem 0; }
.device-key {
  flex: 1; display: flex; align-items: center; justify-content: center; gap: .5rem; min-height: 3.5rem; padding: .5rem .75rem; font: inherit; font-weight: 650;
  line-height: 1.2; color: #fff; background: var(--key); border: 0; border-radius: 16px; cursor: pointer; box-shadow: 0 3px 0 #0b1310, 0 1px 0 #ffffff38 inset;
}
.device-key:hover { filter: brightness(1.12); }
.device-key:active { transform: translateY(2px); box-shadow: 0 1px 0 #0b1310; }
.device-key.go { background: #0b7443; }
.device-key.stop { background: #b3261e; }
.device .keys :focus-visible { outline-color: #ffffff; outline-offset: 3px; border-radius: 16px; }
[aria-busy] .device-key { cursor: progress; filter: saturate(.4) brightness(.85); }

.about { display: grid; gap: 1.5rem; width: 100%; max-width: 25.5rem; min-width: 0; padding: 1.25rem 1rem; }
.about > section { display: grid; gap: .5rem; min-width: 0; }
.known { display: grid; gap: .5rem; justify-items: start; }
.serial { font-weight: 650; }
.quiet-button {
  min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--accent); background: transparent;
  border: 1px solid var(--edge); border-radius: 10px; cursor: pointer;
}
.quiet-button:hover { border-color: var(--accent); background: var(--accent-tint); }
.quiet-button:focus-visible { border-radius: 10px; }
.quiet-button.danger { color: var(--danger); border-color: var(--danger-line); }
.quiet-button.danger:hover { border-color: var(--danger); background: var(--danger-tint); }
pre { margin: 0; padding: .75rem .875rem; border-radius: 10px; background: var(--paper); overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
pre, code { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.requests { margin: 0; padding: 0; list-style: none; }
.requests li { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .125rem .75rem; padding: .5rem 0; border-top: 1px solid var(--line); }
.requests code { grid-row: 2; grid-column: 1 / -1; }
.requests .outcome { grid-column: 3; }
.requests time { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; line-height: 1.5rem; }
.outcome { font-weight: 650; font-size: .8125rem; line-height: 1.5rem; color: var(--danger); }
[data-fine="true"] .outcome { color: var(--good); }
dialog {
  width: min(32rem, calc(100vw - 2rem)); padding: 1.5rem; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: 18px; box-shadow: var(--shadow);
}
dialog::backdrop { background: #06120ea6; }
dialog form { display: grid; gap: 1rem; }
.choices { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .75rem; }
.choices > button { flex: 1 1 auto; }

@media (prefers-reduced-motion: no-preference) {
  .seal.wave .icon { animation: breathe 2.4s ease-in-out infinite; }
  .view:not([hidden]) .face { animation: arrive .18s ease-out; }
}
@keyframes breathe { 50% { opacity: .45; } }
@keyframes arrive { from { opacity: .3; } }
@media (forced-colors: active) { .device, .face, .device-key { border: 1px solid; } }
@media (min-width: 40rem) {
  .page { padding: 0 1.5rem; }
  .device { padding: 1.25rem 1.25rem 1.5rem; }
  .about { padding: 1.75rem; max-width: 36rem; }
  .requests code { grid-row: 1; grid-column: 2; }
}
@media (min-width: 58rem) {
  .desk { grid-template-columns: 25.5rem minmax(0, 1fr); gap: 2.5rem; padding-top: .5rem; }
  .about { max-width: none; }
}
`;

/** The style of the terminal's page, as it stands between `<style>` and `</style>`: its hash is in the policy. */
export const terminalStyles = [baseStyles, controlStyles, deviceStyles].join('\n');
