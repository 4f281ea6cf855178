/** The overview: what is latest, what went wrong, what comes next. */
export const overviewStyles = `
.overview { gap: 1.25rem; }
.troubles { border-color: var(--danger-line); }
.troubles h2 { display: flex; align-items: center; gap: .5rem; color: var(--danger); }
.troubles .event-row { padding: .5rem 0; grid-template-columns: auto minmax(0, 1fr) auto; }
.latest li {
  display: grid; grid-template-columns: minmax(0, 1fr) auto 6.5rem; gap: .125rem 1rem; align-items: baseline; padding: .5625rem 0;
  border-top: 1px solid var(--line);
}
.latest li:first-child { border-top: 0; padding-top: 0; }
.latest li:last-child { padding-bottom: 0; }
.latest a { font-weight: 550; -webkit-line-clamp: 2; }
.latest .tag { justify-self: end; }
.latest .when { grid-column: 1 / -1; grid-row: 2; font-size: .875rem; }
.narrow-events .event-row, .troubles .event-row { row-gap: 0; }
.narrow-events .event-row > .event-text, .troubles .event-row > .event-text { grid-template-columns: minmax(0, 1fr); row-gap: 0; }
.narrow-events .event-type, .troubles .event-type { display: none; }
.narrow-events .event-detail, .troubles .event-detail { padding-left: 1rem; }
.done-so-far { gap: .5rem; }
.next-step { display: grid; gap: .25rem; padding: .75rem .875rem; border-radius: 10px; background: var(--accent-tint); }
.next-step .soft { font-size: .8125rem; }
.places { display: grid; gap: .75rem; }
.places li { display: grid; gap: .125rem; }
.places a { font-weight: 550; }
.places span { font-size: .9375rem; }
.first-steps { display: grid; gap: 1.125rem; margin: 0; padding-left: 1.5rem; }
.first-steps > li::marker { font-weight: 650; color: var(--accent); }
.first-steps > li > * + * { margin-top: .375rem; }
@media (max-width: 44rem) {
  .latest li { grid-template-columns: minmax(0, 1fr) auto; }
  .latest li > a { grid-column: 1 / -1; }
  .latest .when { grid-row: auto; }
  .troubles .event-row { grid-template-columns: minmax(0, 1fr) auto; }
}
`;
