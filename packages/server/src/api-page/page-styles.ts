/** What surrounds Swagger UI, and what is ours within it: type, colours, and room on a phone. */
export const pageStyles = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #12201c; --soft: #4e5d57; --hero: #0b3f36; --on-hero: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c2022; --ink: #e8f0ec; --soft: #a4b5ad; --hero: #103a32; --on-hero: #f3faf7;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
.bar { background: var(--hero); color: var(--on-hero); }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; max-width: 1460px; margin: 0 auto; padding: .5rem 20px; }
.bar a { color: inherit; padding: .375rem 0; text-underline-offset: .18em; }
.bar .brand { display: flex; align-items: center; gap: .625rem; margin-right: auto; font-weight: 700; text-decoration: none; }
.mark { width: 1.75rem; height: 1.75rem; fill: #ffffff24; }
.mark path { fill: none; stroke: #fff; stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }
.bar :focus-visible { outline: 3px solid #fff; outline-offset: 2px; border-radius: 6px; }
/* Until Swagger UI is there. */
#api:not(:has(.swagger-ui)) { max-width: 1460px; margin: 0 auto; padding: 2rem 20px; color: var(--soft); }

.swagger-ui, .swagger-ui :is(.info .title, .info p, .info li, .opblock-tag, .opblock .opblock-summary-description, .btn, select, input, label, table thead tr th) {
  font-family: inherit;
}
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .scheme-container { padding: 1rem 0; box-shadow: none; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
/* White on these colours can not be read. */
.swagger-ui .opblock .opblock-summary-method { color: #0b1210; text-shadow: none; }
.swagger-ui .btn.authorize { color: inherit; }
.swagger-ui .btn.execute { background: #0b62d6; border-color: #0b62d6; }
.dark-mode .swagger-ui .header-col { color: inherit; }
.swagger-ui .info .title small { background: #59616d; }
.swagger-ui .info .title small.version-stamp { background: #3d6600; }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ffa3a3 !important; }
html:not(.dark-mode) .swagger-ui .info a { color: #0b57c2; }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .parameter__extension) { color: #4f575c; }
.dark-mode .swagger-ui :is(.parameter__in, .parameter__extension) { color: #b4bec2; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #b3161c; }
.dark-mode .swagger-ui .btn.cancel { color: #ff9c9c !important; }
/* No operation links to another. */
.swagger-ui .response-col_links { display: none; }
.swagger-ui .response-col_description { min-width: 0; overflow-wrap: anywhere; }
.swagger-ui .headers { overflow-wrap: normal; }
.swagger-ui .model-box, .swagger-ui .json-schema-2020-12 { max-width: 100%; overflow-x: auto; }

@media (max-width: 40rem) {
  .bar > div, .swagger-ui .wrapper { padding-left: 12px; padding-right: 12px; }
  .bar .brand { flex-basis: 100%; }
  .swagger-ui .info .title { font-size: 1.5rem; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding-right: 0; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 0; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 4rem; padding: 6px 0; }
  .swagger-ui :is(.opblock-section-header, .opblock-body .opblock-description-wrapper, .responses-inner, .table-container) { padding-left: 10px; padding-right: 10px; }
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody > tr { display: block; }
  .swagger-ui .responses-table > thead { display: none; }
  .swagger-ui .responses-table > tbody > tr > td { display: block; width: auto; padding: 4px 0; }
  .swagger-ui .responses-table > tbody > tr > td.response-col_links { display: none; }
  .swagger-ui .response-col_status { font-weight: 700; }
  .swagger-ui .parameters-col_name { width: auto; min-width: 6rem; }
}
`;
