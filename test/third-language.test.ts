import { createRequire } from 'node:module';
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
  const simulator = await startSimulator({ checkout });
  const { url, account } = simulator;
  const document = (await call(url, 'GET', '/openapi.json', { headers: { 'accept-language': PSEUDO } })).body;
  const known = new Set([...namesIn(document), ...names]);

  const { helpPages, helpTexts }: typeof Help = createRequire(import.meta.url)(`${checkout}dist/module.cjs`);
  const inLatin = (texts: Iterable<string>) =>
    [...new Set(texts)].flatMap((text) => {
      const words = latinIn(text, known);
      return words.length > 0 ? [`${words.join(' ')} – ${text}`.slice(0, 300)] : [];
    });
  const help = await helpTexts(PSEUDO as Language);
  expect(help.length).toBeGreaterThan(500);
  expect(inLatin(help)).toEqual([]);
  const headings = (await helpPages(PSEUDO as Language)).flatMap((page) => page.match(/^\S+:/gm) ?? []);
  expect(inLatin(headings)).toEqual([]);

  const told = [...sayings(document)];
  expect(told.length).toBeGreaterThan(800);
  expect(inLatin(told)).toEqual([]);
  expect(inLatin(await refusalsOf(simulator, PSEUDO))).toEqual([]);

  await furnish({ url, account: accountOf(account) });
  const found = [
    ...(await crawl(url, await logIn(url, account), PSEUDO)),
    ...(await crawl(`${url}/console/register`, '', PSEUDO)),
  ].filter(({ text, address }) => text.startsWith('<!') && !address.includes('lang='));
  expect(found.filter(({ text }) => !text.includes(`<html lang="${PSEUDO}"`))).toEqual([]);
  expect(
    found.flatMap(({ address, text }) =>
      inLatin(sayingsOfPage(text)).map((said) => `${new URL(address).pathname}: ${said}`),
    ),
  ).toEqual([]);
  const paths = found.map(({ address }) => new URL(address).pathname);
  const isFound = (path: string) =>
    paths.some((one) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one));
  expect(pageRoutes.filter(({ get, path }) => get && !isFound(path)).map(({ path }) => path)).toEqual([]);
}, 600_000);

/** Words of the wire: fields, values of choices, names of schemas. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    key,
    ...(key === 'enum' ? (each as readonly unknown[]).map(String) : []),
    ...(key === 'const' || key === 'operationId' ? [String(each)] : []),
    ...namesIn(each),
  ]);
}

/** What is called the same in every language. */
const names = ['svc-simulator'];
