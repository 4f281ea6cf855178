import type { Difference } from '@svc-simulator/contract';
import { NOBODY } from '@svc-simulator/server/calls/call-log.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { problemTexts } from '@svc-simulator/server/http/problem-words.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { html } from 'hono/html';
import { PATH_LIMIT, plainDocument } from './document.tsx';
import { pageTexts } from './page-texts.ts';

/** So many refused calls that name no account. */
const REFUSED = 10;

const commands = [
  ['listen', 'npx sim listen'],
  ['trigger', 'npx sim trigger paid --webhook-url http://localhost:3000'],
  ['create', 'npx sim session create'],
  ['relay', 'npx sim relay --port 3000'],
  ['trace', 'npx sim trace --follow'],
] as const;

const links = [
  ['console', '/console'],
  ['terminal', '/terminal'],
  ['docs', '/docs'],
  ['api', '/docs/api'],
  ['openapi', '/openapi.json'],
  ['fidelity', '/fidelidad'],
  ['health', '/health'],
] as const;

/** The first page of the simulator: where everything is, and, on one's own machine, what was refused and is nobody's. */
export async function landingPage(
  { settings, calls }: Pick<Runtime, 'settings' | 'calls'>,
  language: Language,
  query: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const t = pageTexts(language);
  const problems = await problemTexts(language);
  const { items } = calls.page(NOBODY, { order: 'desc', limit: REFUSED });
  const refused = items.map((call) => presentedCall(call, problems));
  return plainDocument(
    language,
    t('landing.home.title'),
    html`${paymentEnded(query, t)}<h1>${t('landing.home.title')}</h1>
<p class="soft">${t('landing.home.serves', { version: settings.version })} ${settings.hosted ? html`<a href="/console/register">${t('landing.home.makeAccount')}</a> ${t('landing.home.toBegin')}` : t('landing.home.demo')}</p>
<h2>${t('landing.home.tryIt')}</h2>
<table class="table"><tbody>${commands.map(([name, command]) => html`<tr><td><code>${words(command)}</code></td><td>${t(`landing.home.commands.${name}`)}</td></tr>`)}</tbody></table>
<h2>${t('landing.home.lookAround')}</h2>
<table class="table"><tbody>${links.map(([name, path]) => html`<tr><td><a href="${path}">${path}</a></td><td>${t(`landing.home.links.${name}`)}</td></tr>`)}</tbody></table>
${
  refused.length > 0
    ? html`<h2 id="refused">${t('landing.home.refused')}</h2>
<p class="soft">${t('landing.home.refusedHint')}</p>
<table class="table"><thead><tr>${(['call', 'why'] as const).map((column) => html`<th>${t(`landing.home.refusedColumns.${column}`)}</th>`)}</tr></thead><tbody>
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
function paymentEnded({ payment = '', session_id: id = '' }: Readonly<Record<string, string>>, t: Texts) {
  if (payment !== 'paid' && payment !== 'failed' && payment !== 'expired') return '';
  const session = /^[\w-]{1,64}$/.test(id)
    ? html`<a href="/console/sessions/${id}">${t('landing.payment.session')}</a>`
    : '';
  const tone = payment === 'paid' ? 'good' : payment === 'failed' ? 'bad' : 'plain';
  return html`<div class="box outcome ${tone}" role="status"><p><strong>${t(`landing.payment.outcome.${payment}`)}</strong> ${session}</p><p class="soft">${withCode(t('landing.payment.shops'))}</p></div>`;
}

/** The list of differences from production, for browsers. */
export function fidelityPage(list: readonly Difference[], language: Language): Response {
  const t = pageTexts(language);
  const sources = (['field', 'decided', 'spec'] as const).map(
    (name, at) =>
      html`${at > 0 ? ', ' : ''}<span class="tag plain">${name}</span> ${t(`landing.fidelity.sources.${name}`)}`,
  );
  return plainDocument(
    language,
    t('landing.fidelity.title'),
    html`<h1>${t('landing.fidelity.heading')}</h1>
<p>${t('landing.fidelity.lead')} ${sources}.</p>
<table class="table differences"><thead><tr>${(['where', 'what', 'source'] as const).map((column) => html`<th>${t(`landing.fidelity.columns.${column}`)}</th>`)}</tr></thead><tbody>
${list.map(
  ({ id, operation, summary, provenance }) =>
    html`<tr id="${id}"><td>${operation ? html`<code>${operation}</code>` : html`<span class="soft">${t('landing.fidelity.everywhere')}</span>`}</td><td>${withCode(summary)}</td><td><span class="tag plain">${provenance}</span></td></tr>`,
)}
</tbody></table>`,
  );
}

/** A sentence whose parts between backticks are code. */
function withCode(sentence: string) {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
