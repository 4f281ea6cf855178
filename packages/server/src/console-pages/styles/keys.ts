/** The page of keys: what is hidden, what was just made, and the steps of a check. */
export const keysStyles = `
.keys { gap: 1.25rem; }
.masked {
  padding: .75rem .875rem; border: 1px dashed var(--edge); border-radius: 9px; color: var(--soft); letter-spacing: .06em;
  font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", "Liberation Mono", monospace; font-size: .875rem;
}
.steps { display: grid; gap: .5rem; margin: 0; padding-left: 1.375rem; }
.tokens { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.tokens .row { justify-content: space-between; }
.steps li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
`;
