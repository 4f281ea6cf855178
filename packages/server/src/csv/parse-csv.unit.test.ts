import { describe, expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';

describe('parseCsv', () => {
  it.each([
    [
      'commas',
      'name,email\nana,a@b\n',
      [
        ['name', 'email'],
        ['ana', 'a@b'],
      ],
    ],
    [
      'semicolons',
      'name;email\n"a;b";x,y\n',
      [
        ['name', 'email'],
        ['a;b', 'x,y'],
      ],
    ],
    ['a byte order mark and CR LF', '\uFEFFname\r\nana\r\nluis', [['name'], ['ana'], ['luis']]],
    ['quoted quotes and line ends', 'name\n"a""b\nc"\nd\n', [['name'], ['a"b\nc'], ['d']]],
    ['quotes inside a cell', 'name\na"b\n"c"d\n', [['name'], ['a"b'], ['"c"d']]],
    ['empty lines', 'name\n\nana\n', [['name'], [''], ['ana']]],
    ['rows of different lengths', 'name\nana,x,y\n', [['name'], ['ana', 'x', 'y']]],
    ['no text', '', []],
  ])('parses %s', (_, csv, rows) => {
    expect(parseCsv(csv)).toEqual({ ok: true, value: rows });
  });

  it("returns 400 with the row of a quotation mark that isn't closed", () => {
    expect(parseCsv('name\nana\n"luis\neva\n')).toMatchObject({
      ok: false,
      refusal: { status: 400, errors: [{ pointer: '/3', code: 'fault.csv.quotes' }] },
    });
  });
});
