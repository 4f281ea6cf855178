/** The certificate: a sheet of paper in its own colours on the screen, one A4 page without the frame in print. */
export const certificateStyles = `
.certificate {
  width: 100%; max-width: 46rem; aspect-ratio: 210 / 297; margin: 0 auto; padding: 2.25em; display: grid; font-size: .9375rem;
  background: #fffdf7; color: #1c2a25; color-scheme: light; box-shadow: 0 1px 2px #0003, 0 18px 48px -16px #0006;
  font-family: Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", "Times New Roman", serif; print-color-adjust: exact;
}
.certificate-frame {
  display: flex; flex-direction: column; align-items: center; justify-content: space-between; gap: 1.5em; padding: 2.5em 2.75em 1.5em; min-width: 0;
  text-align: center; border: 2px solid #0b4f43; outline: 1px solid #b9923f; outline-offset: -9px;
}
.certificate .certificate-brand { display: flex; align-items: center; gap: .5em; font: 700 1.125em/1.2 system-ui, "Liberation Sans", Arial, sans-serif; }
.certificate h2 { font-size: 3.5em; font-weight: 400; letter-spacing: .02em; line-height: 1.1; color: #0b4f43; }
.certificate h2 span { display: block; margin-top: .4em; font-size: .36em; letter-spacing: .06em; color: #7a5c1c; }
.certificate-who { display: grid; gap: .5em; width: 100%; min-width: 0; }
.certificate-name { padding-bottom: .25em; border-bottom: 1px solid #b9923f; line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
.certificate-name.short { font-size: 2.75em; }
.certificate-name.middling { font-size: 1.875em; }
.certificate-name.long { font-size: 1.5em; }
.certificate-name.longer { font-size: 1.125em; }
.certificate-name.longest { font-size: .8125em; }
.certificate-for { max-width: 32em; line-height: 1.6; text-wrap: balance; }
.certificate-groups { display: grid; gap: .375em 2em; text-align: left; }
.certificate-groups li { display: grid; grid-template-columns: 1.25em 1fr auto; gap: .625em; align-items: center; }
.certificate-groups .icon { color: #0b6b52; stroke-width: 2.5; }
.certificate-groups .figures { padding-left: 1.5em; color: #5a6660; }
.certificate-class { max-width: 100%; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
.certificate-foot { display: grid; grid-template-columns: 1fr auto 1fr; gap: 1.5em; align-items: end; width: 100%; }
.certificate-foot p { display: grid; gap: .375em; }
.certificate-foot p strong { min-height: 1.5em; font-weight: 400; border-bottom: 1px solid #1c2a25; padding-bottom: .25em; }
.certificate-foot p span { font-size: .8125em; color: #4a5751; }
.certificate-seal { width: 6em; fill: #b9923f; }
.certificate-seal .ribbons { fill: #0b4f43; }
.certificate-seal circle { fill: #fffdf7; }
.certificate-seal .tick { fill: none; stroke: #0b4f43; stroke-width: 6; stroke-linecap: round; stroke-linejoin: round; }
.certificate-seal text { font: 700 12px system-ui, "Liberation Sans", Arial, sans-serif; fill: #5d4613; }
.certificate-small { font-size: .75em; color: #5a6660; }
@media (max-width: 44rem) {
  .certificate { padding: 1em; font-size: .75rem; }
  .certificate-frame { padding: 2em 1.5em 1.25em; }
}
@page certificate { size: A4 portrait; margin: 0; }
@media print {
  .bar, .areas, .skip, .unprinted { display: none !important; }
  .console, .console > main { display: block; padding: 0; max-width: none; min-height: 0; }
  body { background: none; min-height: 0; }
  .certificate {
    page: certificate; width: 210mm; height: 297mm; max-width: none; padding: 12mm; font-size: 12.5pt; box-shadow: none; break-inside: avoid; overflow: hidden;
  }
}
`;
