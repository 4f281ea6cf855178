/** Classes, and the board of one: a table where there is room, a card for each trainee elsewhere. */
export const classStyles = `
.class-title { font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
.one-field { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .75rem; align-items: start; padding-top: .875rem; border-top: 1px solid var(--line); }
.one-field .button { margin-top: 1.75rem; min-height: 2.75rem; }
@media (max-width: 30rem) { .one-field { grid-template-columns: minmax(0, 1fr); } .one-field .button { margin-top: 0; } }
.own-classes { display: grid; }
.own-classes li { padding: .625rem 0; border-top: 1px solid var(--line); }
.own-classes li:first-child { border-top: 0; padding-top: 0; }
.own-classes a { font-weight: 550; overflow-wrap: anywhere; }
.own-classes p { font-size: .875rem; }

.board, .board-live { display: grid; gap: 1.25rem; min-width: 0; }
.board .page-head { flex-wrap: nowrap; align-items: start; }
.board .page-head .row { flex: none; }
.board .page-head h1 { overflow-wrap: anywhere; }
.console .invitation { display: grid; gap: .5rem 2.5rem; padding: .75rem 1.125rem; }
.join-code { font-size: 2rem; line-height: 1.2; letter-spacing: .12em; }
.board-live > .empty ul { display: grid; gap: .25rem; padding-left: 1.125rem; list-style: disc; }
.board-summary, .crowds { display: grid; gap: .75rem 1.25rem; min-width: 0; }
.crowds > .hint { grid-column: 1 / -1; margin-bottom: -.375rem; }
.board-figures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; }
.board-figures dt { color: var(--soft); font-size: .8125rem; }
.board-figures dd { font-size: 1.5rem; font-weight: 600; line-height: 1.2; }
.board-figures dd .soft, .board-grid .count .soft { font-weight: 400; font-size: .75em; }
.crowd { display: flex; gap: .75rem; align-items: baseline; padding: .625rem .875rem; border-radius: 10px; background: var(--warn-tint); min-width: 0; }
.crowd > div { min-width: 0; }
.crowd-count { flex: none; font-size: 1.5rem; font-weight: 600; line-height: 1.2; color: var(--warn); }
.crowd-title { font-weight: 550; }
.crowd .clamp { -webkit-line-clamp: 2; font-size: .875rem; overflow-wrap: anywhere; color: var(--ink); }
.orders { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; font-size: .875rem; }
.orders a { padding: .3125rem .75rem; border-radius: 99px; text-decoration: none; box-shadow: inset 0 0 0 1px var(--line); color: var(--ink); background: var(--card); }
.orders a:hover { color: var(--accent); }
.orders [aria-current] { background: var(--accent); color: var(--on-accent); box-shadow: none; }
.orders > span { margin-right: .25rem; }

.board-grid { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.board-grid th { text-align: left; }
.board-grid .who-cell { font-weight: 600; overflow-wrap: anywhere; }
.board-grid .who-cell .clamp { -webkit-line-clamp: 2; }
.board-grid .finished { color: var(--good); }
.board-grid .since { color: var(--soft); font-size: .875rem; }
.board-grid .step .icon { width: .875rem; height: .875rem; stroke-width: 3.25; display: block; margin: auto; }
.board-grid .step.did { background: var(--accent); color: var(--on-accent); }
.board-grid .step.here { background: var(--warn-tint); color: var(--warn); box-shadow: inset 0 0 0 2px var(--warn); }
.board-grid .step.todo { background: var(--paper); }
@media (max-width: 75.99rem) {
  .board .page-head { flex-wrap: wrap; }
  .console .board-panel { padding: 0 1.125rem; }
  .board-grid, .board-grid tbody { display: block; }
  .board-grid :is(thead, colgroup) { display: none; }
  /* Columns that the 28 practices fill whole. */
  .board-grid tr { display: grid; grid-template-columns: repeat(28, minmax(0, 1fr)); gap: .25rem; padding: .875rem 0; border-bottom: 1px solid var(--line); }
  .board-grid tr:last-child { border-bottom: 0; }
  .board-grid :is(.who-cell, .count, .stuck, .since) { padding: 0; }
  .board-grid .who-cell { grid-column: 1 / -5; }
  .board-grid .count { grid-column: -5 / -1; text-align: right; white-space: nowrap; }
  .board-grid .stuck { grid-column: 1 / -6; }
  .board-grid .since { grid-column: -6 / -1; text-align: right; white-space: nowrap; }
  .board-grid .step { height: 1.375rem; display: grid; place-items: center; padding: 0; border-radius: 4px; line-height: 1; }
}
@media (max-width: 44rem) { .orders a { padding: .5625rem .875rem; } .board-grid tr { grid-template-columns: repeat(14, minmax(0, 1fr)); } }
@media (min-width: 48rem) { .crowds { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media (min-width: 76rem) {
  .console > main:has(.board) { max-width: none; }
  .console .invitation { grid-template-columns: auto minmax(0, 1fr); align-items: end; justify-content: start; }
  .console .board-panel { padding: 0 1rem 1rem; }
  .board-grid { table-layout: fixed; }
  .who-column { width: 8.75rem; }
  .count-column { width: 3.75rem; }
  .stuck-column { width: 10.5rem; }
  .since-column { width: 5.75rem; }
  .board-grid thead { background: var(--card); }
  .board-grid thead th { padding: .375rem; font-size: .8125rem; color: var(--soft); font-weight: 600; vertical-align: bottom; }
  .board-grid thead .group > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .board-grid thead .upright { padding: .75rem 0 .375rem; font-weight: 400; }
  .upright span {
    writing-mode: vertical-rl; rotate: 180deg; max-height: 15rem; margin: auto; display: block; line-height: 1.1; font-size: .75rem;
    white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
  }
  .board-grid .totals :is(th, td) { border-bottom: 2px solid var(--line); }
  .board-grid .totals td { font-size: .75rem; color: var(--soft); text-align: center; padding: .25rem 0; white-space: nowrap; }
  .board-grid .totals th { text-align: right; padding: .25rem .5rem; }
  .board-grid tbody :is(th, td) { padding: .3125rem .375rem; border-bottom: 1px solid var(--line); vertical-align: middle; line-height: 1.25; }
  .board-grid :is(th, td):first-child { padding-left: 0; }
  .board-grid tbody .step { padding: 0; border: 1px solid var(--card); border-bottom-color: var(--line); text-align: center; }
  .board-grid .opens { border-left: 4px solid var(--card); }
  .board-grid :is(.count, .since) { white-space: nowrap; }
  .board-grid .since { font-size: .8125rem; }
}
/* A projector, or a wide screen on the desk. */
@media (min-width: 100rem) {
  /* The summary stands in the corner that the upright titles leave empty, so that more rows are in sight. */
  .board-live { position: relative; grid-template-rows: auto; }
  .board-panel { grid-row: 2; }
  .board-summary { position: absolute; z-index: 2; top: 4.25rem; left: 1.0625rem; width: 46rem; }
  .crowds { grid-template-columns: minmax(0, 1fr); gap: .25rem; }
  .crowds > .hint { margin: 0; }
  .crowd { padding: .1875rem .75rem; border-radius: 8px; }
  .crowd-count { font-size: 1.0625rem; min-width: 1.5rem; text-align: right; }
  .crowd > div { display: flex; gap: .75rem; align-items: baseline; }
  .crowd-title { white-space: nowrap; }
  .crowd .clamp { -webkit-line-clamp: 1; }
  .join-code { font-size: 2.5rem; }
  .board-grid { font-size: 1.0625rem; }
  .who-column { width: 14rem; }
  .count-column { width: 4.5rem; }
  .stuck-column { width: 23rem; }
  .since-column { width: 7rem; }
  .board-grid .since { font-size: .9375rem; }
  .board-grid thead .group { padding: .75rem 0 0 .125rem; vertical-align: top; color: var(--ink); line-height: 1.2; font-size: .75rem; }
  .upright span { min-height: 15rem; max-height: 16rem; font-size: .8125rem; }
  .board-grid .totals td { font-size: .875rem; }
  .board-grid .step .icon { width: 1.125rem; height: 1.125rem; }
}
@media (min-width: 112rem) {
  .board-grid thead .group:not(.narrow) > span { position: static; width: auto; height: auto; clip-path: none; }
}
@media screen and (min-width: 100rem) and (min-height: 56rem) { .board-grid thead { position: sticky; top: 0; z-index: 1; } }
`;
