/** Result, closed, not-found and problem pages: a verdict and a receipt. */
export const endPageStyles = `
.verdict { margin: .5rem 0 0; padding: 2rem 1.25rem 1.5rem; display: grid; justify-items: center; gap: .75rem; text-align: center; }
.verdict > * { min-width: 0; max-width: 100%; }
.verdict h1 { font-size: 1.5rem; letter-spacing: -.01em; text-wrap: balance; }
.verdict p { text-wrap: pretty; }
.verdict > p:not(.lead) { color: var(--soft); }
.lead { font-weight: 550; }
.seal { display: grid; place-items: center; width: 4rem; height: 4rem; border-radius: 50%; margin-bottom: .25rem; }
.seal .icon { width: 2rem; height: 2rem; }
.seal.good { color: var(--good); background: var(--good-tint); }
.seal.bad { color: var(--danger); background: var(--danger-tint); }
.seal.neutral { color: var(--accent); background: var(--accent-tint); }
.action { margin-top: .5rem; }
.verdict > section, .verdict > dl { width: 100%; }
.receipt { margin-top: .75rem; border-top: 1px dashed var(--edge); padding-top: .5rem; text-align: left; width: 100%; }
.receipt > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1rem; padding: .5rem 0; font-size: .9375rem; }
.receipt > div + div { border-top: 1px solid var(--line); }
.receipt dt { color: var(--soft); }
.receipt dd { text-align: right; font-variant-numeric: tabular-nums; }
.receipt dd:has(.foldable), .lead:has(.foldable) { text-align: left; }
.receipt > div:has(.money) { grid-template-columns: minmax(min-content, 1fr) auto; }
.receipt > div:has(.money) dt { overflow-wrap: break-word; }
@media (min-width: 40rem) {
  .verdict { margin-top: 1.5rem; padding: 2.5rem 2rem 1.75rem; }
}
`;
