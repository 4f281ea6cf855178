import { describe, expect, it } from 'vitest';
import { JSON_ITEMS_MAX, JSON_NAMES_MAX, jsonExcessIn, prettyJson } from './json-shape.ts';

const long = 'x'.repeat(3000);
const names = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"name of a member ${at}":1`).join()}}`;

describe('jsonExcessIn', () => {
  it.each([
    ['deep', '['.repeat(5000)],
    ['deep', `${'{"a":['.repeat(17)}"${long}"${']}'.repeat(17)}`],
    ['long', `[${'1,'.repeat(JSON_ITEMS_MAX)}1]`],
    ['long', `{"a":[[],${'{"b":[1,1]},'.repeat(JSON_ITEMS_MAX / 2)}{}]}`],
    ['names', names(JSON_NAMES_MAX + 1)],
    ['names', `[${names(3000)},${names(JSON_NAMES_MAX + 1)}]`],
    ['names', names(JSON_NAMES_MAX + 1).replaceAll(':', ' \n:')],
    [undefined, names(JSON_NAMES_MAX)],
    [undefined, `[${Array(20).fill(names(4000)).join()}]`],
    [undefined, `${'{"a":['.repeat(16)}"${long}"${']}'.repeat(16)}`],
    [undefined, JSON.stringify({ text: `${'['.repeat(3000)}\\"${'['.repeat(3000)}\\` })],
    [undefined, `"${long}`],
  ])('returns the excess %s', (excess, text) => {
    expect(jsonExcessIn(text, 32)).toBe(excess);
  });
});

it('adds line breaks unless the JSON would become many times longer', () => {
  expect(prettyJson('{"a":[1,"[,"]}')).toBe('{\n  "a": [\n    1,\n    "[,"\n  ]\n}');
  expect(prettyJson('{"a":')).toBe('{"a":');
  const wide = JSON.stringify(Array(20_000).fill({ a: 'some text', b: [1] }));
  expect(prettyJson(wide)).toBe(JSON.stringify(JSON.parse(wide), null, 2));
  const deep = `${'['.repeat(500)}${'1,'.repeat(500)}1${']'.repeat(500)}`;
  expect(prettyJson(deep)).toBe(deep);
});
