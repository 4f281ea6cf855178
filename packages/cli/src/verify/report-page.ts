import { t } from '@svc-simulator/core';
import { type Axis, axes, type Result } from '@svc-simulator/verify';
import { escaped } from '../expectations/junit.ts';
import { axisWords, type Judgement, reasonText } from './verify-report.ts';

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{padding:.35rem .5rem;text-align:left;border-bottom:1px solid #8884}
td,thead th+th{text-align:right;white-space:nowrap}th[scope=row]{font-weight:400;overflow-wrap:anywhere}.differs{color:light-dark(#b00020,#ff8a8a);font-weight:600}.left{opacity:.7}
article{border-left:4px solid light-dark(#b00020,#ff8a8a);padding-left:1rem;margin:1.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}
h1,h2,h3{line-height:1.2}h3{overflow-wrap:anywhere}`;

/** The result as a page by itself: no script, no request. */
export function reportPage(judgement: Judgement, results: readonly Result[], language: string): string {
  const { url, operations, differs, not_judged } = judgement;
  const words = axisWords();
  const title = t`How true it is: ${url ?? t`a simulator of its own`}`;
  const rows = operations.map(({ operation, axes: own }) => {
    const cells = axes.map((axis) => cell(own[axis]));
    return `<tr><th scope="row">${escaped(operation)}</th>${cells.join('')}</tr>`;
  });
  const told = differs.map(
    ({ id, judges, step, differences, curl }) =>
      `<article><h3>${escaped(id)}</h3><p>${escaped(judges)}</p><p>${t`step ${step}`}</p><ul>${differences
        .map(
          ({ at, wanted, got }) =>
            `<li><b>${escaped(at)}</b>: ${escaped(t`wanted ${wanted}, got ${got}`)}</li>`,
        )
        .join('')}</ul><pre>${escaped(curl)}</pre></article>`,
  );
  const reasons = Object.entries(not_judged).map(
    ([reason, count]) => `<li>${count}: ${escaped(reasonText(reason))}</li>`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
<p>${t`${results.length} cases. Each figure is of one operation and one axis: what matches, of what was judged.`}</p>
${told.length > 0 ? `<h2>${t`What differs`}</h2>${told.join('')}` : `<p>${t`Nothing differs.`}</p>`}
${reasons.length > 0 ? `<h2>${t`What was not judged`}</h2><ul>${reasons.join('')}</ul>` : ''}
<h2>${t`By operation`}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${t`By operation`}"><table><thead><tr><th scope="col">${t`Operation`}</th>${axes.map((axis) => `<th scope="col">${words[axis]}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></main></body></html>
`;
}

function cell({ matches, differs, not_judged }: Judgement['operations'][number]['axes'][Axis]): string {
  const judged = matches + differs;
  if (judged === 0) return `<td class="left">${not_judged > 0 ? t`not judged` : '–'}</td>`;
  return `<td${differs > 0 ? ' class="differs"' : ''}>${matches}/${judged}</td>`;
}
