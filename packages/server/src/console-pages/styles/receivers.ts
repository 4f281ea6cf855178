/** The receivers side by side, and the rows of what they took. */
export const receiverStyles = `
.receivers { display: grid; gap: 1.25rem; }
.receivers > li { grid-template-rows: auto 1fr auto; }
.received-row { display: grid; grid-template-columns: auto minmax(0, 1fr) 6rem 8.5rem; gap: .25rem 1rem; align-items: baseline; }
.received-row > time { color: var(--soft); font-size: .875rem; }
.received-row .tag { justify-self: end; }
.received-event { font-weight: 550; -webkit-line-clamp: 2; }
@media (min-width: 56rem) { .receivers { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 44rem) {
  .received-row { grid-template-columns: minmax(0, 1fr) auto; }
  .received-row > time { grid-area: 1 / 1; }
  .received-row > code { grid-area: 1 / 2; }
  .received-event { grid-area: 2 / 1; }
}
`;
