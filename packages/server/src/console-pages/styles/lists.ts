/** Tables, which become cards where there is no room, and lists of facts. */
export const listStyles = `
.table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.table th { text-align: left; font-size: .8125rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
.table :is(th, td) { padding: .625rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.table tr:last-child td { border-bottom: 0; }
.table :is(th, td):first-child { padding-left: 0; }
.table :is(th, td):last-child { padding-right: 0; }
.table .amount, .table th.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.table td { overflow-wrap: anywhere; }
/* A text of any length keeps to three lines in a list; its own page shows it whole. */
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.scroll { overflow-x: auto; }
@media (max-width: 44rem) {
  .table.cards, .table.cards :is(tbody, tr, td) { display: block; }
  .table.cards thead { display: none; }
  .table.cards tr { padding: .75rem 0; border-bottom: 1px solid var(--line); }
  .table.cards tr:last-child { border-bottom: 0; }
  .table.cards td { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .75rem; padding: .1875rem 0; border: 0; text-align: left; }
  .table.cards td::before { content: attr(data-label); color: var(--soft); font-size: .8125rem; padding-top: .125rem; }
  .table.cards td.amount { text-align: left; }
  .table.cards td.whole { display: block; }
  .table.cards td.whole::before { content: none; }
}
.facts { display: grid; gap: .5rem 1.25rem; }
.facts > div { display: grid; gap: .125rem; align-content: start; min-width: 0; }
.facts > .long { grid-column: 1 / -1; }
.facts dt { color: var(--soft); font-size: .8125rem; }
.facts dd { overflow-wrap: anywhere; }
@media (min-width: 48rem) { .facts.wide { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); } }
`;
