/** Terminals and transactions: their two lists, a pairing code, the form of a merchant. */
export const terminalStyles = `
.tabs { display: flex; flex-wrap: wrap; gap: 1.25rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .5rem 0; margin-bottom: -1px; border-bottom: 2px solid transparent; color: var(--soft); text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs [aria-current] { color: var(--accent); font-weight: 600; border-color: var(--accent); }
.pairing-code { border-color: var(--accent); }
.pairing-code h2 .clamp { -webkit-line-clamp: 2; color: var(--soft); font-weight: 400; }
.code-digits { font-size: 2.5rem; line-height: 1.1; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
.terminals-table .serial { font-weight: 550; }
.terminals-table .until { display: block; margin-top: .125rem; font-size: .875rem; }
.terminals-table .terminal-actions { justify-content: flex-end; flex-wrap: nowrap; }
.terminals-table td:last-child { white-space: nowrap; }
.merchant-form { max-width: 34rem; }
@media (max-width: 44rem) {
  .terminals-table .terminal-actions { justify-content: flex-start; padding-top: .5rem; }
  .terminals-table .quiet { min-height: 2.75rem; padding: .25rem .875rem; }
}
`;
