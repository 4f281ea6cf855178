/** The practices: how far, what next, and the list of each group. */
export const practiceStyles = `
.practices, .practice-groups { display: grid; gap: 1.25rem; min-width: 0; }
.stack.tight { gap: .5rem; }
.tally { font-size: 1.25rem; }
.console progress {
  appearance: none; display: block; width: 100%; height: .625rem; border: 0; border-radius: 99px; overflow: hidden; background: var(--line); color: var(--accent);
}
.console progress::-webkit-progress-bar { background: var(--line); }
.console progress::-webkit-progress-value { background: var(--accent); border-radius: 99px; }
.console progress::-moz-progress-bar { background: var(--accent); border-radius: 99px; }
.practice-next { display: grid; gap: .25rem; padding: .875rem 1rem; border-radius: 10px; background: var(--accent-tint); }
.practice-next.spread { display: flex; gap: .75rem 1.25rem; }
.practice-next h3 { font-size: 1.0625rem; }
.practice-next > p { max-width: 46rem; }
.eyebrow { color: var(--accent); font-size: .8125rem; font-weight: 650; }
.practice-group > .spread { flex-wrap: nowrap; align-items: baseline; }
.practice-group > .spread p { white-space: nowrap; }
.practice-list { display: grid; gap: .875rem; margin: 0; padding: 0; list-style: none; }
.practice { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr); gap: .75rem; }
.practice-mark { width: 1.5rem; height: 1.5rem; border: 2px solid var(--edge); border-radius: 50%; display: grid; place-items: center; }
.practice.done .practice-mark { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.practice.done .icon { width: 1rem; height: 1rem; stroke-width: 3; }
.practice.next .practice-mark { border-color: var(--accent); box-shadow: 0 0 0 3px var(--accent-tint); }
.practice-title { font-weight: 550; }
.practice-proof { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; color: var(--soft); font-size: .875rem; }
.practice details { font-size: .9375rem; }
.practice summary { width: fit-content; padding: .25rem 0; color: var(--soft); font-size: .875rem; }
.practice summary:hover { color: var(--accent); }
.practice details p { padding: .25rem 0 .25rem; max-width: 46rem; }
.missing { display: grid; gap: .25rem; padding-left: 1.125rem; list-style: disc; }
@media (max-width: 44rem) { .practice-proof time { flex-basis: 100%; } .practice summary { padding: .625rem 0; } .practice-list { gap: .625rem; } }
@media (min-width: 64rem) {
  .empty > .missing { width: 100%; display: block; columns: 2; }
  .practice-groups { display: block; columns: 2; column-gap: 1.25rem; }
  .practice-group { break-inside: avoid; margin-bottom: 1.25rem; }
}
`;
