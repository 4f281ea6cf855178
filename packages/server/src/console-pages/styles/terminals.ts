/** Terminals and transactions: their two lists, a pairing code, the form of a merchant. */
export const terminalStyles = `
.tabs { display: flex; flex-wrap: wrap; gap: 1.25rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .5rem 0; margin-bottom: -1px; border-bottom: 2px solid transparent; color: var(--soft); text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs [aria-current] { color: var(--accent); font-weight: 600; border-color: var(--accent); }
.pairing-code { border-color: var(--accent); }
.pairing-code .serial { color: var(--soft); font-weight: 400; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.pairing-form { display: grid; gap: .875rem; }
.pairing-form .button { justify-self: start; }
.code-digits { font-size: 2.5rem; line-height: 1.1; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
.terminals-table .serial { font-weight: 550; }
.terminals-table .until { display: block; margin-top: .125rem; font-size: .875rem; }
.terminals-table .terminal-actions { justify-content: flex-end; }
.terminals-table .quiet { white-space: nowrap; }
.merchant-form { max-width: 34rem; }
.transaction-tag { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .125rem .5rem; }
.transactions-table td { min-width: 6.5rem; }
.transactions-table .when { display: block; font-size: .875rem; }
@media (min-width: 44.0625rem) {
  .terminals-table { table-layout: fixed; }
  .terminals-table th:nth-child(2) { width: 13rem; }
  .terminals-table th:nth-child(3) { width: 9.5rem; }
  .terminals-table th:nth-child(4) { width: 9.5rem; }
  .transactions-table td:first-child { min-width: 9.75rem; }
  .transactions-table td:nth-child(2) { min-width: 10.75rem; }
  .transactions-table .transaction-tag { display: grid; justify-items: start; }
  .pairing-form { grid-template-columns: minmax(0, 26rem) auto; justify-content: start; }
  /* Beside the input, not beside what is said below it. */
  .pairing-form .button { margin-top: 1.8125rem; align-self: start; min-height: 2.75rem; }
}
@media (min-width: 76rem) {
  .terminals-table th:nth-child(4) { width: 19rem; }
  .transactions-table .order { white-space: nowrap; }
}
@media (max-width: 44rem) {
  .terminals-table .terminal-actions { justify-content: flex-start; padding-top: .5rem; }
  .terminals-table .quiet { min-height: 2.75rem; padding: .25rem .875rem; }
}
`;
