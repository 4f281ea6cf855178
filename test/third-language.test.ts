import { banks, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import type * as Help from '../packages/cli/test/help-texts.ts';
import type { Language } from '../packages/texts/src/texts.ts';
import { pageRoutes } from '../packages/web/src/console/page-routes.ts';
import { call } from './support/api.ts';
import { addressesIn, type CrawledPage, crawl } from './support/crawl.ts';
import { fillAccount, logIn } from './support/furnished.ts';
import { bundledWithPseudoLanguage, latinIn, listPageTexts, PSEUDO } from './support/pseudo-language.ts';
import { refusalsOf, sayings, UNKNOWN_ID } from './support/refusals.ts';
import { reverseProxy } from './support/reverse-proxy.ts';
import { scratchInsideCheckout } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

it('translates pages, help and problems into a third language with one more catalog, without dead links', async () => {
  const checkout = await bundledWithPseudoLanguage(
    scratchInsideCheckout(),
    'packages/cli/test/help-texts.ts',
  );
  // The proxy serves the simulator below a path, so a link that lacks the path is dead.
  const proxy = await reverseProxy('/pagos', 'stripping');
  const { url } = proxy;
  const { main } = await import(`${checkout}dist/sim.mjs`);
  const simulator = await startSimulator({ main, args: ['--public-url', url, '--accreditation-delay', '0'] });
  proxy.forwardTo(simulator.url);
  const { account } = simulator;
  const document = (await call(url, 'GET', '/openapi.json', { headers: { 'accept-language': PSEUDO } })).body;
  const knownWords = new Set([...namesIn(document), ...names, ...parts, UNKNOWN_ID]);
  const inLatin = (texts: Iterable<string>) =>
    [...new Set(texts)].flatMap((text) => {
      const words = latinIn(text, knownWords);
      return words.length > 0 ? [`${words.join(' ')}: ${text}`.slice(0, 300)] : [];
    });

  const { helpPages, helpTexts }: typeof Help = await import(`${checkout}dist/module.mjs`);
  const help = await helpTexts(PSEUDO as Language);
  expect(help.length).toBeGreaterThan(300);
  expect.soft(inLatin(help)).toEqual([]);
  const headings = (await helpPages(PSEUDO as Language)).flatMap((page) => page.match(/^\S+:/gm) ?? []);
  expect.soft(inLatin(headings)).toEqual([]);

  await fillAccount({ url, account });
  const deliveries = await call(url, 'GET', '/console/deliveries', { token: account.console_token });
  const [{ delivery_id, session_id }] = deliveries.body.data;
  const unlinked = [
    `sessions/${session_id}/signature/${delivery_id}`,
    'progress',
    'practices/certificate',
  ].map((path) => `${url}/console/${path}`);
  const all = [
    ...(await crawl([url, ...unlinked], await logIn(url, account), PSEUDO)),
    ...(await crawl([`${url}/console/register`], '', PSEUDO)),
  ];
  const pagesIn = (responses: readonly CrawledPage[]) =>
    responses.filter(({ text }) => text.startsWith('<!'));
  const elsewhere = pagesIn(all)
    .flatMap(addressesIn)
    .filter((address) => !address.startsWith(url));
  expect.soft([...proxy.outside, ...elsewhere]).toEqual([]);
  const dead = all.filter(({ status, address }) => status >= 400 && status !== 401 && !ofForms.test(address));
  expect.soft(dead.map(({ status, address }) => `${status} ${address}`)).toEqual([]);
  // No command or link may contain the simulator's own host, because only the proxy is reachable.
  const { host } = new URL(simulator.url);
  expect.soft(all.filter(({ text }) => text.includes(host)).map(({ address }) => address)).toEqual([]);
  const pages = pagesIn(all).filter(({ address }) => !address.includes('lang='));
  const strangers = pages.filter(({ text }) => !text.includes(`<html lang="${PSEUDO}"`));
  expect.soft(strangers.map(({ address }) => address)).toEqual([]);
  const untranslated = pages.flatMap(({ address, text }) => {
    const { pathname } = new URL(address);
    // The title of a documentation page isn't translated.
    const page = pathname.includes('/docs') ? text.replace(/<title>.*?<\/title>/, '') : text;
    return inLatin(listPageTexts(withoutData(page))).map((text) => [text, `${text} (${pathname})`] as const);
  });
  expect.soft([...new Map(untranslated).values()]).toEqual([]);
  const paths = all.map(({ address }) => new URL(address).pathname.replace('/pagos', '') || '/');
  const isFound = (path: string) =>
    paths.some((one) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one));
  const ofConsole = pageRoutes.filter(({ get, path }) => get && !withoutPage.test(path));
  const expectedPaths = [...ofConsole.map(({ path }) => path), ...others];
  expect.soft(expectedPaths.filter((path) => !isFound(path))).toEqual([]);

  const phrases = [...sayings(document)];
  expect(phrases.length).toBeGreaterThan(800);
  expect.soft(inLatin(phrases)).toEqual([]);
  expect.soft(inLatin(await refusalsOf(simulator, PSEUDO))).toEqual([]);
}, 600_000);

/** Routes that return a stream, a file, or a redirect. */
const withoutPage =
  /^\/console\/(live|simulate\/snapshot|classes\/:class_id\/progress\.csv|receivers\/examination|terminals\/(unlink|merchant)|.*\/cancellation)/;

/** Paths outside the console and paths of files. `:any` matches any segment. */
const others =
  '/ /console/classes/:any/progress.csv /console/assets/:any/console.css /console/assets/:any/console.js /pay/:any /terminal /docs /docs/relay /docs/api /fidelidad /openapi.json'.split(
    ' ',
  );

/** URLs for forms, where a GET returns no page. */
const ofForms =
  /\/console\/(logout|reference|keys\/revoke|practices\/certificate|account\/|classes\/join|classes\/leave)/;

/** Returns words of the API: field names, enumeration values, and schema names. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    key,
    ...(key === 'enum' ? (each as readonly unknown[]).map(String) : []),
    ...(key === 'const' || key === 'operationId' || key === 'format' ? [String(each)] : []),
    ...namesIn(each),
  ]);
}

/** The parts of event names: pages show `paid` for `session.paid`. */
const parts = [...traceTypes, ...webhookEvents].flatMap((type) => type.split('.'));

/**
 * Names that are equal in every language: products, languages, shells, a key, JSON's null, a header and the
 * demo account.
 */
const names =
  'svc-simulator npx sim env demo Demo Ctrl null user-agent Mermaid Python Java Go Ruby curl Bs bash zsh fish powershell'.split(
    ' ',
  );

/** Untranslated texts: data that `fillAccount` and the simulator create, and the HTTP name of status 500. */
const data = [
  'Dos cafés y un pan de jamón',
  'Pedido',
  'One class',
  'Two',
  'Demo, C.A.',
  'Internal Server Error',
];

function withoutData(page: string): string {
  return [...data, ...banks.map(({ name }) => name)].reduce((text, each) => text.replaceAll(each, ''), page);
}
