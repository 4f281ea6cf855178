import type { Difference } from '@svc-simulator/contract';
import { NOBODY } from '@svc-simulator/server/calls/call-log.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { translatorFor } from '@svc-simulator/server/http/problem-language.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { html } from 'hono/html';
import { PATH_LIMIT, plainDocument } from './document.tsx';
import { texts } from './texts.ts';

/** So many refused calls that name no account. */
const REFUSED = 10;

/** The first page of the simulator: where everything is, and, on one's own machine, what was refused and is nobody's. */
export async function landingPage(
  { settings, calls }: Pick<Runtime, 'settings' | 'calls'>,
  language: Language,
  query: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const said = texts[language].landing;
  const translate = await translatorFor(language);
  const { items } = calls.page(NOBODY, { order: 'desc', limit: REFUSED });
  const refused = items.map((call) => presentedCall(call, translate));
  return plainDocument(
    language,
    said.title,
    html`${paymentEnded(query, texts[language].payment)}<h1>${said.title}</h1>
<p class="soft">${said.serves(settings.version)} ${settings.hosted ? html`<a href="/console/register">${said.makeAccount}</a> ${said.toBegin}` : said.demo}</p>
<h2>${said.tryIt}</h2>
<table class="table"><tbody>${Object.entries(said.commands).map(([command, what]) => html`<tr><td><code>${words(command)}</code></td><td>${what}</td></tr>`)}</tbody></table>
<h2>${said.lookAround}</h2>
<table class="table"><tbody>${Object.entries(said.links).map(([path, what]) => html`<tr><td><a href="${path}">${path}</a></td><td>${what}</td></tr>`)}</tbody></table>
${
  refused.length > 0
    ? html`<h2 id="refused">${said.refused}</h2>
<p class="soft">${said.refusedHint}</p>
<table class="table"><thead><tr>${said.refusedColumns.map((column) => html`<th>${column}</th>`)}</tr></thead><tbody>
${refused.map(
  ({ at, status, method, path, detail, what_to_do }) =>
    html`<tr><td><code>${status} ${method} ${path.slice(0, PATH_LIMIT)}</code> ${at.slice(11, 19)} UTC</td><td>${detail} ${what_to_do}</td></tr>`,
)}
</tbody></table>`
    : ''
}`,
    { query },
  );
}

/** A command breaks between its words only: `--` would else stand at the end of a line. */
function words(command: string) {
  return command.split(' ').map((word) => html`<span>${word}</span> `);
}

/** How a payment ended, for whoever comes back from it: the command line and the console name this page to sessions. */
function paymentEnded(
  { payment = '', session_id: id = '' }: Readonly<Record<string, string>>,
  said: (typeof texts)[Language]['payment'],
) {
  if (payment !== 'paid' && payment !== 'failed' && payment !== 'expired') return '';
  const session = /^[\w-]{1,64}$/.test(id) ? html`<a href="/console/sessions/${id}">${said.session}</a>` : '';
  const tone = payment === 'paid' ? 'good' : payment === 'failed' ? 'bad' : 'plain';
  return html`<div class="box outcome ${tone}" role="status"><p><strong>${said.outcome[payment]}</strong> ${session}</p><p class="soft">${withCode(said.shops)}</p></div>`;
}

/** The list of differences from production, for browsers. */
export function fidelityPage(list: readonly Difference[], language: Language): Response {
  const said = texts[language].fidelity;
  const sources = Object.entries(said.sources).map(
    ([name, meaning], at) => html`${at > 0 ? ', ' : ''}<span class="tag plain">${name}</span> ${meaning}`,
  );
  return plainDocument(
    language,
    said.title,
    html`<h1>${said.heading}</h1>
<p>${said.lead} ${sources}.</p>
<table class="table differences"><thead><tr>${said.columns.map((column) => html`<th>${column}</th>`)}</tr></thead><tbody>
${list.map(
  ({ id, operation, summary, provenance }) =>
    html`<tr id="${id}"><td>${operation ? html`<code>${operation}</code>` : html`<span class="soft">${said.everywhere}</span>`}</td><td>${withCode(summary)}</td><td><span class="tag plain">${provenance}</span></td></tr>`,
)}
</tbody></table>`,
  );
}

/** A sentence whose parts between backticks are code. */
function withCode(sentence: string) {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
