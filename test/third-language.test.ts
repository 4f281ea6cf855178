import { banks, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import type * as Help from '../packages/cli/test/help-texts.ts';
import type { Language } from '../packages/texts/src/texts.ts';
import { pageRoutes } from '../packages/web/src/console/page-routes.ts';
import { call } from './support/api.ts';
import { crawl } from './support/crawl.ts';
import { accountOf, furnish, logIn } from './support/furnished.ts';
import { bundledWithPseudoLanguage, latinIn, PSEUDO, sayingsOfPage } from './support/pseudo-language.ts';
import { refusalsOf, sayings } from './support/refusals.ts';
import { scratchBesideModules } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

it('a file more is a language more: every page, help and problem is in it, and nothing else is shown', async () => {
  const checkout = await bundledWithPseudoLanguage(scratchBesideModules(), 'packages/cli/test/help-texts.ts');
  const simulator = await startSimulator(await import(`${checkout}dist/sim.mjs`));
  const { url, account } = simulator;
  const document = (await call(url, 'GET', '/openapi.json', { headers: { 'accept-language': PSEUDO } })).body;
  const known = new Set([...namesIn(document), ...names, ...parts]);
  const inLatin = (texts: Iterable<string>) =>
    [...new Set(texts)].flatMap((text) => {
      const words = latinIn(text, known);
      return words.length > 0 ? [`${words.join(' ')}: ${text}`.slice(0, 300)] : [];
    });

  const { helpPages, helpTexts }: typeof Help = await import(`${checkout}dist/module.mjs`);
  const help = await helpTexts(PSEUDO as Language);
  expect(help.length).toBeGreaterThan(300);
  expect.soft(inLatin(help)).toEqual([]);
  const headings = (await helpPages(PSEUDO as Language)).flatMap((page) => page.match(/^\S+:/gm) ?? []);
  expect.soft(inLatin(headings)).toEqual([]);

  await furnish({ url, account: accountOf(account) });
  const deliveries = await call(url, 'GET', '/console/deliveries', { token: account.console_token });
  const [{ id, session_id }] = deliveries.body.data;
  const unlinked = [`sessions/${session_id}/signature/${id}`, 'progress', 'practices/certificate'].map(
    (path) => `${url}/console/${path}`,
  );
  const found = [
    ...(await crawl([url, ...unlinked], await logIn(url, account), PSEUDO)),
    ...(await crawl([`${url}/console/register`], '', PSEUDO)),
  ].filter(({ text, address }) => text.startsWith('<!') && !address.includes('lang='));
  const others = found.filter(({ text }) => !text.includes(`<html lang="${PSEUDO}"`));
  expect.soft(others.map(({ address }) => address)).toEqual([]);
  const shown = found.flatMap(({ address, text }) => {
    const { pathname } = new URL(address);
    // A page of the documentation has its own title there, which no language can be told of.
    const page = pathname.startsWith('/docs') ? text.replace(/<title>.*?<\/title>/, '') : text;
    return inLatin(sayingsOfPage(withoutData(page))).map((said) => [said, `${said} (${pathname})`] as const);
  });
  expect.soft([...new Map(shown).values()]).toEqual([]);
  const paths = found.map(({ address }) => new URL(address).pathname);
  const isFound = (path: string) =>
    paths.some((one) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one));
  const pages = pageRoutes.filter(({ get, path }) => get && !withoutPage.test(path)).map(({ path }) => path);
  expect.soft(pages.filter((path) => !isFound(path))).toEqual([]);

  const told = [...sayings(document)];
  expect(told.length).toBeGreaterThan(800);
  expect.soft(inLatin(told)).toEqual([]);
  expect.soft(inLatin(await refusalsOf(simulator, PSEUDO))).toEqual([]);
}, 600_000);

/** Routes that answer a stream, a file, or another address. */
const withoutPage =
  /^\/console\/(live|simulate\/snapshot|classes\/:class_id\/progress\.csv|receivers\/examination|terminals\/(unlink|merchant)|.*\/cancellation)/;

/** Words of the wire: fields, values of choices, names of schemas. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    key,
    ...(key === 'enum' ? (each as readonly unknown[]).map(String) : []),
    ...(key === 'const' || key === 'operationId' || key === 'format' ? [String(each)] : []),
    ...namesIn(each),
  ]);
}

/** Of events, whose short names are shown too. */
const parts = [...traceTypes, ...webhookEvents].flatMap((type) => type.split('.'));

/** What is called the same in every language: products, languages, shells, a key and the demo account. */
const names =
  'svc-simulator npx sim env demo Demo Ctrl Mermaid Python Java Go Ruby curl Bs bash zsh fish powershell'.split(
    ' ',
  );

/** What `furnish` and the simulator have put into the account, and how HTTP calls its status 500. */
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
