/** The two columns of the checkout, the summary and the test options. */
export const checkoutStyles = `
.columns { display: grid; gap: 1rem; align-items: start; }
.columns > .panel { padding: 1.25rem 1rem 1.5rem; min-width: 0; }
.summary {
  min-width: 0; padding: 1.25rem; border-radius: 18px; color: var(--on-hero); background: var(--hero);
  box-shadow: var(--shadow);
}
.summary :focus-visible { outline-color: var(--on-hero); }
.summary .quiet { color: var(--hero-soft); font-size: .875rem; font-weight: 400; line-height: 1.4; }
.merchant { display: flex; gap: .75rem; align-items: flex-start; padding-bottom: 1rem; border-bottom: 1px solid var(--hero-line); }
.merchant .badge { background: var(--hero-tint); }
.merchant > div { min-width: 0; display: grid; }
.merchant .text { font-weight: 600; line-height: 1.35; }
.summary h1 { margin-top: 1rem; display: grid; gap: .125rem; }
.amount { font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums lining-nums; line-height: 1.15; }
.amount.large { font-size: 2.375rem; }
.amount.medium { font-size: 1.875rem; }
.amount.small { font-size: 1.25rem; letter-spacing: -.01em; }
.equivalent { display: grid; margin-top: .375rem; font-variant-numeric: tabular-nums; }
.equivalent > :first-child { font-weight: 550; }
.facts { display: grid; gap: .75rem; margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--hero-line); }
.facts > div { min-width: 0; }
.facts dt { color: var(--hero-soft); font-size: .875rem; line-height: 1.4; }
.facts dd { line-height: 1.45; }
.countdown { display: flex; align-items: center; justify-content: space-between; gap: .75rem; margin-top: .5rem; padding: .5rem .75rem; border-radius: 10px; background: var(--hero-tint); }
.clock { white-space: nowrap; font-weight: 700; font-size: 1.125rem; font-variant-numeric: tabular-nums; }
.countdown.soon { background: var(--tape); color: var(--on-tape); }

.unfold { display: none; }
@supports selector(:has(a)) {
  .foldable {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-clamp: 3; overflow: hidden;
  }
  .foldable:has(+ .unfold :checked) { display: block; -webkit-line-clamp: none; line-clamp: none; }
  .unfold { position: relative; display: inline-block; padding: .25rem 0; font-size: .875rem; font-weight: 400; cursor: pointer; }
  .unfold input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
  .unfold span { text-decoration: underline; text-underline-offset: .18em; }
  .unfold:has(:focus-visible) { outline: 3px solid currentColor; outline-offset: 2px; border-radius: 4px; }
  .unfold:has(:checked) .more, .unfold:not(:has(:checked)) .less { display: none; }
  form:has(#metodo-crypto:checked) .payer { display: none; }
  form:not(:has(#metodo-crypto:checked)) .crypto-note { display: none; }
}

.grid { display: grid; gap: 1rem; }
.document { display: grid; grid-template-columns: minmax(10.25rem, 2fr) minmax(0, 3fr); gap: .625rem; }
.otp { font-size: 1.375rem; letter-spacing: .3em; font-variant-numeric: tabular-nums; text-align: center; }
.lab { margin-top: 1.25rem; padding: 1rem; border: 1.5px dashed var(--warn-line); border-radius: 12px; background: var(--warn-tint); }
.lab h2 { display: flex; align-items: center; gap: .5rem; color: var(--warn); font-size: 1rem; }
.lab h3 { margin: .75rem 0 .5rem; font-weight: 550; }
.leg2 h3 { margin-bottom: .125rem; }
.lab .hint { color: var(--ink); margin-top: .5rem; }
.lab .error { margin-bottom: .5rem; }
.keys { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
.keys li { display: flex; align-items: center; gap: .75rem; font-size: .9375rem; }
.keys code, .key {
  flex: none; min-height: 2.75rem; padding: .5rem .75rem; display: inline-flex; align-items: center;
  font: 600 1rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; letter-spacing: .08em;
  color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 10px; user-select: all;
}
.key { cursor: pointer; user-select: auto; }
.key:hover { border-color: var(--accent); background: var(--accent-tint); }
.leg2 { margin-top: 1rem; padding-top: .25rem; border-top: 1px solid var(--warn-line); }
.choices { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.choice { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; cursor: pointer; }

@media (max-width: 39.99rem) {
  .document select { padding-left: .75rem; padding-right: 2.125rem; }
  .document .chevron { right: .625rem; }
}
@media (max-width: 22.49rem) {
  .document { grid-template-columns: 1fr; gap: 1rem; }
}
@media (max-width: 29.99rem) {
  .document:has([aria-invalid='true']) { grid-template-columns: 1fr; gap: 1rem; }
}
@media (min-width: 40rem) {
  .ribbon p { font-size: .875rem; }
  .page { padding: 0 1.5rem; }
  .columns > .panel { padding: 1.75rem; }
  .summary { padding: 1.5rem; }
  .grid { grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); }
  .document { grid-template-columns: 1fr 1fr; gap: 1rem; }
  .full { grid-column: 1 / -1; }
}
@media (min-width: 58rem) {
  .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 8fr); gap: 1.5rem; }
  .summary { position: sticky; top: 1.5rem; padding: 1.75rem; }
  .columns > .panel { padding: 2rem; }
}
`;
