/** Heads of pages, panels, buttons, fields, notices, tags, code and empty states. */
export const kitStyles = `
.page-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.25rem; }
.page-head h1 { font-size: 1.5rem; letter-spacing: -.015em; }
/* Not max-width: that would let it stand beside the heading. */
.page-head .lead { flex-basis: 100%; padding-right: max(0px, 100% - 46rem); margin-top: -.25rem; color: var(--soft); }
.console .panel { padding: 1.125rem; border-radius: 14px; box-shadow: none; min-width: 0; }
.stack { display: grid; gap: .875rem; align-content: start; }
.stack > * { min-width: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; }
.spread { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
.columns { display: grid; gap: 1.25rem; align-items: start; }
.columns > * { min-width: 0; }
@media (min-width: 76rem) { .columns { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } .columns.even { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
.lonely { display: grid; gap: .875rem; max-width: 34rem; padding: 2rem 0; }
.lonely h1 { font-size: 1.5rem; }

.button, .quiet {
  display: inline-flex; align-items: center; justify-content: center; gap: .5rem; font: inherit; line-height: 1.25; text-decoration: none; cursor: pointer;
  border: 1px solid var(--edge); border-radius: 9px; background: var(--card); color: var(--ink);
}
.button { min-height: 2.75rem; padding: .5rem 1rem; font-size: .9375rem; font-weight: 600; }
.quiet { min-height: 2rem; padding: .25rem .625rem; font-size: .875rem; font-weight: 550; background: transparent; border-color: var(--line); }
.button:hover, .quiet:hover { border-color: var(--accent); color: var(--accent); }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.danger { color: var(--danger); border-color: var(--danger-line); }
.button.danger:hover { background: var(--danger-tint); }
form[data-sent] .button, form[data-sent] .quiet { cursor: progress; opacity: .65; }

.console input:is([type="text"], [type="password"], [type="number"], [type="search"], [type="url"]), .console select, .console textarea {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink);
  background: var(--card); border: 1px solid var(--edge); border-radius: 9px;
}
.console :is(input, select, textarea):focus-visible { outline-offset: 0; }
.console [aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.field { display: grid; gap: .3125rem; min-width: 0; }
.field > label { font-size: .9375rem; font-weight: 550; }
.error { display: flex; gap: .375rem; color: var(--danger); font-size: .875rem; line-height: 1.4; font-weight: 550; }
.filters { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
.filters .field { flex: 1 1 10rem; max-width: 18rem; }
.access { width: 100%; max-width: 26rem; display: grid; gap: 1rem; }
.console .access { padding: 1.5rem; }
.access h1 { font-size: 1.375rem; letter-spacing: -.015em; }
.access form { display: grid; gap: 1rem; }
.access .aside { font-size: .9375rem; }

.notice { display: flex; gap: .625rem; padding: .75rem .875rem; border: 1px solid; border-radius: 10px; font-size: .9375rem; }
.notice > .icon { margin-top: .1em; }
.notice > div { display: grid; gap: .375rem; min-width: 0; }
.notice.good { background: var(--good-tint); border-color: transparent; color: var(--good); }
.notice.warn { background: var(--warn-tint); border-color: var(--warn-line); color: var(--warn); }
.notice.danger { background: var(--danger-tint); border-color: var(--danger-line); color: var(--danger); }
.notice.plain { background: var(--accent-tint); border-color: transparent; }

.tag {
  display: inline-block; padding: .0625rem .5rem; border-radius: 99px; font-size: .8125rem; font-weight: 600; line-height: 1.5; white-space: nowrap;
  max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; background: var(--paper); color: var(--soft);
  box-shadow: inset 0 0 0 1px var(--line);
}
.tag.good { background: var(--good-tint); color: var(--good); box-shadow: none; }
.tag.wait { background: var(--warn-tint); color: var(--warn); box-shadow: none; }
.tag.bad { background: var(--danger-tint); color: var(--danger); box-shadow: none; }

code, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", "Liberation Mono", monospace; font-size: .875em; }
.code-block { position: relative; display: grid; min-width: 0; }
.code-block pre { margin: 0; }
.code {
  padding: .75rem .875rem; max-height: 22rem; overflow: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 9px;
  font-size: .875rem; line-height: 1.55; tab-size: 2;
}
.code.wrap pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.code-block .copy { position: absolute; top: .375rem; right: .375rem; background: var(--card); }
.code-block:has(.copy:not([hidden])) .code { padding-right: 6rem; }

.empty { display: grid; gap: .75rem; justify-items: start; padding: 1.5rem; border: 1px dashed var(--edge); border-radius: 14px; }
.empty .code-block { width: 100%; }
.pager { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; justify-content: flex-end; }
.pager a { padding: .375rem 0; }

details > summary { cursor: pointer; }
details > summary::marker { color: var(--soft); }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.figures { font-variant-numeric: tabular-nums; }
`;
