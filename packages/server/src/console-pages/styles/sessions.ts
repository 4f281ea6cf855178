/** The list of sessions, and the page of one: head, outcomes, deliveries, probes and the time line. */
export const sessionStyles = `
.small { font-size: .875rem; }
.tags { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; min-width: 0; }
.tag > code { margin-left: .4375rem; padding-left: .4375rem; border-left: 1px solid currentColor; font-weight: 500; font-size: .9em; }
.clamp.one { -webkit-line-clamp: 1; }

.find { display: flex; gap: .5rem; flex: 0 1 26rem; min-width: 0; }
.find input { min-height: 2.625rem; min-width: 0; }
.find .button { flex: none; }
.choices-bar { display: flex; flex-wrap: wrap; gap: .625rem 1.5rem; }
.choice-links { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .625rem; min-width: 0; }
.choice-links ul { display: flex; flex-wrap: wrap; gap: .25rem; }
.choice-links a {
  display: inline-flex; align-items: center; min-height: 2.25rem; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 99px;
  background: var(--card); color: var(--ink); text-decoration: none; font-size: .9375rem;
}
.choice-links a:hover { border-color: var(--accent); color: var(--accent); }
.choice-links [aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.choice-links [aria-current]:hover { color: var(--on-accent); }
.sessions-table .session-link { font-weight: 600; }
.sessions-table td:first-child > * { display: block; }
.sessions-table td:first-child > .clamp { display: -webkit-box; }
.sessions-table td:not(:first-child) { white-space: nowrap; }

.back { display: inline-block; padding: .25rem 0; text-decoration: none; }
.back:hover { text-decoration: underline; }
.session-head { display: grid; gap: .375rem; min-width: 0; }
.session-head .spread { align-items: start; flex-wrap: nowrap; }
.session-head h1 { font-size: 1.5rem; letter-spacing: -.015em; }
.session-head .button { flex: none; }
.session-sum { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem .75rem; }
.amount-large { font-size: 1.125rem; }
.session-id { gap: .25rem .5rem; }
.session-id code { overflow-wrap: anywhere; min-width: 0; }
.outcomes { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.5rem; }
.outcome code { font-weight: 500; opacity: .85; overflow-wrap: anywhere; text-align: left; }
@media (min-width: 76rem) { .session-columns { grid-template-columns: minmax(0, 8fr) minmax(0, 5fr); } }

.delivery { display: grid; gap: .875rem; padding: 1.125rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; border-left: .25rem solid var(--edge); min-width: 0; scroll-margin-top: 1rem; }
.delivery > * { min-width: 0; }
.delivery.good { border-left-color: var(--good); }
.delivery.wait { border-left-color: var(--tape-2); }
.delivery.bad { border-left-color: var(--danger); }
.delivery:target { box-shadow: 0 0 0 3px var(--accent-tint); }
.delivery header { display: grid; gap: .375rem; min-width: 0; }
.delivery h3 code { font-size: 1rem; overflow-wrap: anywhere; }
.verdict { font-size: 1.0625rem; font-weight: 550; line-height: 1.35; }
.delivery.bad .verdict { color: var(--danger); }
.address { overflow-wrap: anywhere; }
.reasons { display: grid; gap: .5rem; padding: .75rem .875rem; border-radius: 10px; font-size: .9375rem; background: var(--paper); }
.reasons.bad { background: var(--danger-tint); }
.reasons.wait { background: var(--warn-tint); }
.reasons.good { background: var(--good-tint); }
.reasons h4 { color: var(--soft); }
.reasons.bad h4 { color: var(--danger); }
.reasons.wait h4 { color: var(--warn); }
.reasons ul { display: grid; gap: .375rem; padding-left: 1.125rem; list-style: disc; }
.delivery h4, .evidence h4 { margin: 0; font-size: .8125rem; font-weight: 600; line-height: 1.4; }
.attempts { font-size: .875rem; }
.attempts :is(th, td) { padding: .375rem .5rem; }
.attempts .has-body td { border-bottom: 0; }
.attempts td { overflow-wrap: anywhere; }
.attempts .amount { white-space: nowrap; }
.attempts summary { display: flex; gap: .375rem; align-items: baseline; color: var(--soft); }
.attempts summary::before { content: "▸"; flex: none; }
.attempts details[open] > summary::before { content: "▾"; }
.attempts details[open] > summary { margin-bottom: .375rem; }
.attempts details[open] > summary .preview { display: none; }
.attempts details[open] > summary .unseen { position: static; width: auto; height: auto; clip-path: none; }
.preview { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.attempts td:has(> details) { max-width: 1px; padding-top: 0; }
.evidence { display: grid; gap: .25rem; min-width: 0; }
.evidence > * { min-width: 0; }
.folded > summary { padding: .25rem 0; font-size: .9375rem; color: var(--soft); }
.folded[open] > summary { margin-bottom: .5rem; }
.evidence > details > summary { padding: .375rem 0; font-weight: 550; font-size: .9375rem; }
.evidence > details > .stack { padding: .25rem 0 .75rem; gap: .625rem; }
/* What is to be read to the letter keeps its width: it flows around the copy button, instead of stopping short of it. */
.session-columns .code-block:has(.copy:not([hidden])) .code { padding-right: .875rem; }
.session-columns .code-block:has(.copy:not([hidden])) pre::before { content: ""; float: right; width: 5rem; height: 1.625rem; }
.evidence .facts code { overflow-wrap: anywhere; }
.comparison { display: flex; gap: .5rem; align-items: start; font-size: .9375rem; font-weight: 550; }
.comparison.good { color: var(--good); }
.comparison.bad { color: var(--danger); }
.act { min-height: 2.25rem; }

.probes > li { display: flex; justify-content: space-between; align-items: start; gap: .75rem 1rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.probes > li:first-child { border-top: 0; padding-top: 0; }
.probes > li:last-child { padding-bottom: 0; }
.probe { display: grid; gap: .25rem; min-width: 0; }
.probe .row { gap: .125rem .5rem; }
.probes form { flex: none; }
.quiet:disabled, .button:disabled { opacity: .5; cursor: not-allowed; border-color: var(--line); color: var(--soft); }

.timeline { margin: 0; padding: 0; list-style: none; }
.timeline ol { margin: 0; padding: 0 0 0 1rem; list-style: none; }
.timeline li { position: relative; }
.timeline .line {
  position: relative; display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: baseline; gap: 0 .625rem; padding: .25rem 0 .25rem 1.25rem;
}
.timeline .line > div { min-width: 0; }
.timeline .line::before {
  content: ""; position: absolute; left: .125rem; top: .5625rem; width: .625rem; height: .625rem; border-radius: 50%;
  background: var(--card); border: 2px solid var(--edge); z-index: 1;
}
.timeline li::after { content: ""; position: absolute; left: .375rem; top: 1rem; bottom: -.75rem; width: 1px; background: var(--line); }
.timeline > li:last-child::after { display: none; }
.timeline li li::after { display: none; }
.timeline .line:has(.good)::before { background: var(--good); border-color: var(--good); }
.timeline .line:has(.wait)::before { background: var(--tape-2); border-color: var(--tape-2); }
.timeline .line:has(.bad)::before { background: var(--danger); border-color: var(--danger); }
.timeline .moment { color: var(--soft); font-size: .8125rem; text-decoration: none; }
.timeline .moment:hover { text-decoration: underline; }
.timeline .event-title { font-weight: 550; }
.timeline .bad .event-title { color: var(--danger); }
.timeline .event-detail { color: var(--soft); font-size: .875rem; }
.timeline .event-type { display: none; }
.timeline .times { margin-left: .25rem; font-size: .875rem; }
.timeline ol .event-title { font-weight: 450; font-size: .9375rem; }

.pairs > div { grid-template-columns: minmax(5.5rem, 2fr) minmax(0, 5fr); gap: .75rem; }
.pairs dt { overflow-wrap: anywhere; padding-top: .0625rem; }
.pairs dd { font-size: .9375rem; }
.long > summary { display: block; text-decoration: underline dotted; text-underline-offset: .2em; }
.long[open] > summary { text-decoration: none; }
.long[open] .clamp { display: inline; }
.credits > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .125rem .75rem; padding: .5rem 0; border-top: 1px solid var(--line); }
.credits > li > .soft { grid-column: 1 / -1; }
.credit-who { min-width: 0; overflow-wrap: anywhere; }

.jump { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.jump a { padding: .375rem 0; }
@media (min-width: 76rem) { .jump { display: none; } }

@media (max-width: 44rem) {
  .find { flex: 1 1 100%; }
  .session-head .spread { flex-wrap: wrap; }
  .outcomes form, .outcomes .button { width: 100%; }
  .outcomes .row { width: 100%; }
  .attempts .via { display: none; }
  .session-id .soft { display: none; }
  .outcome { flex-wrap: wrap; column-gap: .5rem; row-gap: 0; }
  .act { min-height: 2.75rem; }
  .probes > li { flex-wrap: wrap; }
  .pairs > div { grid-template-columns: 6.5rem minmax(0, 1fr); }
  .sessions-table td:not(:first-child) { white-space: normal; }
}
`;
