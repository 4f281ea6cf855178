import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Words in the "not" column of the glossary; `*` matches any ending. */
const rejected = readFileSync(`${root}docs/glossary.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Term|---)/.test(line))
  .flatMap((row) => (row.split('|')[3] as string).split(','))
  .map((word) => word.trim());

function rejectedIn(text: string): readonly string[] {
  return rejected.filter((word) =>
    new RegExp(`(?<!\\p{L})${word.replace('*', '\\p{L}*')}(?!\\p{L})`, 'iu').test(text),
  );
}

it('finds words that the glossary rejects, and accepts the ones that it recommends', () => {
  expect(rejected.length).toBeGreaterThan(40);
  expect(rejectedIn('El convenio de la SESION caducará.')).toEqual(['convenio', 'sesion', 'caduca*']);
  expect(rejectedIn('El acuerdo de la sesión vence.')).toEqual([]);
});

it('finds no rejected word in the Spanish texts outside the API reference', () => {
  const spanishTexts: Record<string, string> = JSON.parse(
    readFileSync(`${root}packages/texts/es.json`, 'utf8'),
  );
  // API texts may use the contract's own words. The glossary rejects «perfil» only for an account.
  const texts = Object.entries(spanishTexts).filter(([key]) => !/^(api|fidelity|field)\./.test(key));
  const withoutMerchantProfile = (text: string) => text.replaceAll('perfil de comercio', '');
  expect(texts.filter(([, text]) => rejectedIn(withoutMerchantProfile(text)).length > 0)).toEqual([]);
});
