/** The bar, the navigation, and where the content stands: beside the navigation where there is room, below it elsewhere. */
export const frameStyles = `
.console {
  display: grid; grid-template: "bar" auto "areas" auto "content" 1fr / minmax(0, 1fr); width: 100%; min-height: 100dvh;
}
.skip { position: absolute; left: .5rem; top: -4rem; z-index: 3; padding: .5rem .875rem; background: var(--card); border-radius: 8px; }
.skip:focus { top: .5rem; }
.bar {
  grid-area: bar; display: flex; align-items: center; gap: .75rem 1rem; padding: .5rem .875rem; min-width: 0;
  background: var(--hero); color: var(--on-hero);
}
.bar .brand { color: inherit; text-decoration: none; white-space: nowrap; padding: .25rem 0; }
.bar .mark { fill: #ffffff24; }
.bar a, .bar button { color: inherit; }
.bar :focus-visible { outline-color: #fff; }
.mode {
  display: flex; align-items: center; gap: .375rem; padding: .125rem .5rem; border-radius: 99px; white-space: nowrap;
  background: var(--tape); color: var(--on-tape); font-size: .75rem; font-weight: 600;
}
.mode .icon { width: 1em; height: 1em; }
.bar-end { display: flex; align-items: center; justify-content: flex-end; gap: .25rem 1rem; margin-left: auto; min-width: 0; }
.bar .switch { font-size: .875rem; margin: 0; }
.who { display: flex; align-items: center; gap: .75rem; min-width: 0; }
.who-name { max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; font-size: .9375rem; }
.bar .quiet { border-color: var(--hero-line); white-space: nowrap; }
.bar .quiet:hover { background: var(--hero-tint); }
.live-light { display: flex; align-items: center; gap: .4375rem; font-size: .8125rem; color: var(--hero-soft); white-space: nowrap; }
.lamp { width: .5625rem; height: .5625rem; border-radius: 50%; background: #8c9d95; }
[data-state="on"] .lamp { background: #55e39b; box-shadow: 0 0 0 3px #55e39b2e; }
[data-state="off"] .lamp { background: #ffc542; }

.areas { grid-area: areas; background: var(--card); border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: thin; }
.areas ul { display: flex; padding: 0 .5rem; }
.areas a {
  display: flex; align-items: center; gap: .5rem; padding: .75rem .625rem; color: var(--soft); text-decoration: none; white-space: nowrap;
  font-size: .9375rem; border-bottom: 2px solid transparent;
}
.areas a:hover { color: var(--ink); }
.areas [aria-current] { color: var(--accent); font-weight: 600; border-bottom-color: var(--accent); }
.areas a:focus-visible { outline-offset: -3px; }
.areas .icon { width: 1.125rem; height: 1.125rem; }

.console > main { grid-area: content; min-width: 0; padding: 1.25rem .875rem 3rem; display: grid; gap: 1.25rem; align-content: start; }
.console > main > * { min-width: 0; }
.outside { grid-template-rows: auto 1fr; grid-template-areas: "bar" "content"; }
.outside > main { justify-items: center; padding-top: clamp(1.5rem, 8vh, 5rem); }

@media (max-width: 40rem) {
  /* Two rows: where one is, and who. */
  .bar { flex-wrap: wrap; row-gap: .375rem; }
  .mode { margin-left: auto; }
  .bar-end { flex-basis: 100%; margin: 0; gap: .25rem .875rem; }
  .bar-end .switch { order: 1; }
  .live-light { margin-right: auto; }
  .bar-end:not(:has(.live-light)) { justify-content: space-between; }
  .who-name { max-width: 9rem; }
}
@media (min-width: 64rem) {
  .console:not(.outside) { grid-template: "bar bar" auto "areas content" 1fr / 14rem minmax(0, 1fr); }
  .areas { border-bottom: 0; border-right: 1px solid var(--line); }
  .areas ul { display: grid; gap: .125rem; padding: 1rem .75rem; position: sticky; top: 0; }
  .areas a { padding: .5625rem .75rem; border: 0; border-radius: 8px; }
  .areas a:hover { background: var(--paper); }
  .areas [aria-current] { background: var(--accent-tint); }
  .areas .beside { margin-top: .5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
  .console > main { padding: 1.75rem 2rem 4rem; max-width: 82rem; width: 100%; }
  .outside > main { max-width: none; }
}
`;
