/** Lists of events: a row each, which opens to the event's data. */
export const traceStyles = `
.events > li { border-top: 1px solid var(--line); }
.events > li:first-child { border-top: 0; }
.events summary { list-style: none; margin: 0 -.5rem; padding: .5625rem .5rem; border-radius: 8px; }
.events summary::-webkit-details-marker { display: none; }
.events summary:hover { background: var(--paper); }
.event-row { display: grid; grid-template-columns: auto minmax(0, 1fr) 4.5rem; gap: .25rem 1rem; align-items: baseline; }
.event-row > time { color: var(--soft); font-size: .875rem; }
.event-row > .event-text { display: grid; grid-template-columns: fit-content(50%) minmax(0, 1fr) auto; gap: .125rem .75rem; align-items: baseline; min-width: 0; }
.event-row .event-title { padding-left: 1rem; text-indent: -1rem; font-weight: 550; }
.event-row .event-title::before {
  content: ""; display: inline-block; width: .5rem; height: .5rem; margin-right: .5rem; border-radius: 50%; background: var(--edge);
  vertical-align: .0625rem;
}
.event-row .good .event-title::before { background: var(--good); }
.event-row .wait .event-title::before { background: var(--warn); }
.event-row .bad .event-title::before { background: var(--danger); }
.event-row .bad .event-title { color: var(--danger); }
.event-row .event-detail { color: var(--soft); font-size: .9375rem; -webkit-line-clamp: 2; }
.event-row .event-type { grid-column: 3; color: var(--soft); }
.event-session { color: var(--soft); white-space: nowrap; }
.event-details { padding: .25rem 0 1.125rem; }
.event-details .row { font-size: .9375rem; gap: .375rem 1.25rem; }
.whole-event .code { max-height: none; }
.filters .clear { padding: .6875rem 0; }
@media (max-width: 44rem) {
  .event-row { grid-template-columns: minmax(0, 1fr) auto; }
  .event-row > .event-text { grid-column: 1 / -1; grid-row: 2; }
  .event-row > time { grid-row: 1; }
  .event-session { grid-row: 1; text-align: right; }
  .event-row > .event-text { grid-template-columns: minmax(0, 1fr); }
  .event-row .event-type { grid-column: 1; }
  .filters { display: grid; grid-template-columns: minmax(0, 1fr); }
  .filters .field { max-width: none; }
}
`;
