/** The settings' form: choices with what they mean, numbers with their unit. */
export const settingsStyles = `
.settings-form { max-width: 46rem; }
.choices { display: grid; gap: .5rem; }
.choices legend { padding-bottom: .375rem; font-size: .9375rem; font-weight: 550; }
.choice {
  display: flex; align-items: flex-start; gap: .75rem; padding: .75rem .875rem; cursor: pointer;
  border: 1px solid var(--line); border-radius: 10px;
}
.choice:hover { border-color: var(--edge); }
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-tint); }
.choice:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.choice input { flex: none; width: 1.125rem; height: 1.125rem; margin: .1875rem 0 0; accent-color: var(--accent); outline: none; }
.choice-words { display: grid; gap: .125rem; min-width: 0; }
.choice-title { font-weight: 550; }
.choice-title code { margin-left: .25rem; color: var(--soft); font-weight: 400; }
.with-unit { display: flex; align-items: center; gap: .625rem; }
.console .with-unit input { max-width: 12rem; }
.with-unit .unit { color: var(--soft); white-space: nowrap; }
`;
