/** Colours of both themes, type, the ribbon, header, footer and panels. */
export const baseStyles = `
:root {
  color-scheme: light dark;
  --paper: #f1f4f2; --card: #ffffff; --ink: #12201c; --soft: #4e5d57; --line: #d9e0dc; --edge: #77867f;
  --accent: #0a6251; --accent-strong: #084c3f; --on-accent: #ffffff; --accent-tint: #e4f2ed;
  --hero: #0b3f36; --on-hero: #ffffff; --hero-soft: #b5d8cd; --hero-line: #ffffff29; --hero-tint: #ffffff1f;
  --danger: #b01c12; --danger-tint: #fdeeec; --danger-line: #e7a9a3;
  --warn: #704400; --warn-tint: #fff5da; --warn-line: #e3c170;
  --good: #0a6a3c; --good-tint: #e0f4e8;
  --tape: #ffd042; --tape-2: #eeb111; --on-tape: #2b2000;
  --focus: #0b62d6; --shadow: 0 1px 2px #0c1f1a14, 0 12px 32px -12px #0c1f1a24;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0b1210; --card: #141d1a; --ink: #e8f0ec; --soft: #a4b5ad; --line: #2a3833; --edge: #74867e;
    --accent: #5cd0b0; --accent-strong: #86e0c7; --on-accent: #05231b; --accent-tint: #16322b;
    --hero: #103a32; --on-hero: #f3faf7; --hero-soft: #a9cfc3; --hero-line: #ffffff24; --hero-tint: #ffffff1a;
    --danger: #ffa59b; --danger-tint: #361715; --danger-line: #7c3a34;
    --warn: #ffd583; --warn-tint: #31260d; --warn-line: #6f5820;
    --good: #74dba3; --good-tint: #12301f;
    --tape: #e4b93a; --tape-2: #c2951a; --on-tape: #211900;
    --focus: #8ebcff; --shadow: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 16px; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
h1, h2, h3, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; min-width: 0; }
h1, h2, h3 { font-weight: 650; line-height: 1.25; }
h2 { font-size: 1.0625rem; }
h3 { font-size: .9375rem; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
.icon { width: 1.25em; height: 1.25em; flex: none; }
.soft, .hint { color: var(--soft); }
.hint { font-size: .875rem; line-height: 1.4; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.text { white-space: pre-line; }
/* Moves to the next line whole; breaks inside only when the line itself is too short. */
.money { display: inline-block; }
.badge { display: grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem; border-radius: 10px; }

.ribbon { background: repeating-linear-gradient(-45deg, var(--tape) 0 12px, var(--tape-2) 12px 24px); }
.ribbon p {
  display: flex; align-items: center; justify-content: center; gap: .5rem; max-width: calc(100% - 1.5rem); margin: 0 auto;
  width: fit-content; padding: .4rem .75rem; color: var(--on-tape); background: var(--tape); font-size: .8125rem; line-height: 1.35;
}
.page { width: 100%; max-width: 30rem; margin: 0 auto; padding: 0 .75rem; flex: 1; display: flex; flex-direction: column; }
.page.wide { max-width: 68rem; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .875rem 0; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 700; letter-spacing: -.01em; }
.mark { width: 1.75rem; height: 1.75rem; fill: #0b4f43; }
.mark path { fill: none; stroke: #fff; stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }
.switch { padding: .5rem .25rem; margin-right: -.25rem; font-size: .9375rem; }
footer { margin-top: auto; padding: 1.5rem 0 2rem; color: var(--soft); font-size: .8125rem; text-align: center; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 18px; box-shadow: var(--shadow); }

@media (forced-colors: active) {
  .panel, .summary, .pay, .action { border: 1px solid; }
}
`;
