import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnUrlFor } from './return-url.ts';

const id = '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01';
const mark = `session_id=${id}`;

describe('returnUrlFor', () => {
  it.each([
    ['https://shop.invalid', `https://shop.invalid?${mark}`],
    ['https://shop.invalid/ok', `https://shop.invalid/ok?${mark}`],
    ['https://shop.invalid/ok?', `https://shop.invalid/ok?${mark}`],
    ['https://shop.invalid/ok?order=A-1#/done', `https://shop.invalid/ok?order=A-1&${mark}#/done`],
    ['https://shop.invalid/#/done?order=A-1', `https://shop.invalid/?${mark}#/done?order=A-1`],
    ['https://shop.invalid/ok?session_id&', `https://shop.invalid/ok?${mark}&`],
    ['https://shop.invalid/ok?session_id=0&b=2', `https://shop.invalid/ok?${mark}&b=2`],
    ['https://shop.invalid/ok?a=1&session%5Fid&session_id=2&b', `https://shop.invalid/ok?a=1&${mark}&b`],
    [
      'https://shop.invalid/ok?session_ids=1&?session_id=2',
      `https://shop.invalid/ok?session_ids=1&?session_id=2&${mark}`,
    ],
    ['https://shop.invalid/#session_id=0', `https://shop.invalid/?${mark}#session_id=0`],
    ['https://SHOP.invalid:443/a/../b?x=%7e+1&&y', `https://SHOP.invalid:443/a/../b?x=%7e+1&&y&${mark}`],
    ['myapp://pay', `myapp://pay?${mark}`],
    ['myapp:pay', `myapp:pay?${mark}`],
    ['myapp:', `myapp:?${mark}`],
    ['myapp:pay?order=1#end', `myapp:pay?order=1&${mark}#end`],
    ['myapp://pay/?session_id=old#end', `myapp://pay/?${mark}#end`],
    ['intent://pay#Intent;scheme=shop;end', `intent://pay?${mark}#Intent;scheme=shop;end`],
  ])('adds the session to %s as %s', (url, expected) => {
    expect(returnUrlFor(url, id)).toBe(expected);
  });

  it.each([
    ['myapp://pay?x=ñ#á', `myapp://pay?x=%C3%B1&${mark}#%C3%A1`],
    ['https://tienda-ñ.invalid/ok', `https://xn--tienda--b0a.invalid/ok?${mark}`],
    [' https://shop.invalid/a\r\nset-cookie:x?b c ', `https://shop.invalid/aset-cookie:x?b%20c&${mark}`],
    ['https://shop.invalid/?x=\ud800', `https://shop.invalid/?x=%EF%BF%BD&${mark}`],
  ])('escapes %j for a header', (url, expected) => {
    expect(returnUrlFor(url, id)).toBe(expected);
  });

  it('adds the session once, and keeps the rest of any URL', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abZ09-._~!$()*,;:@/%+\'"<>[]|^`{}'), maxLength: 12 });
    const parameter = fc.oneof(
      fc.constantFrom('session_id', 'session_id=1', 'session%5fid=2', 'session_id='),
      fc
        .tuple(fc.constantFrom('a', 'Session_id', 'session_id2', ''), word)
        .map(([name, value]) => `${name}=${value}`),
      word,
    );
    const url = fc.record({
      place: fc.constantFrom(
        'https://shop.invalid',
        'http://127.0.0.1:3000/a%2Fb/',
        'myapp://pay',
        'myapp:pay',
        'a+b.c-d:/x',
      ),
      query: fc.option(fc.array(parameter, { maxLength: 5 }), { nil: null }),
      fragment: fc.option(
        fc.tuple(word, word).map((words) => words.join('?')),
        { nil: null },
      ),
    });
    fc.assert(
      fc.property(url, ({ place, query, fragment }) => {
        const hash = fragment === null ? '' : `#${fragment}`;
        const result = returnUrlFor(place + (query === null ? '' : `?${query.join('&')}`) + hash, id);
        expect(new URL(result).searchParams.getAll('session_id')).toEqual([id]);
        expect([result.startsWith(`${place}?`), result.endsWith(hash)]).toEqual([true, true]);
        const parameters = result.slice(place.length + 1, result.length - hash.length).split('&');
        const sentParameters = (query ?? []).join('&') === '' ? [] : (query ?? []);
        const others = sentParameters.filter((one) => !new URLSearchParams(`&${one}`).has('session_id'));
        expect(parameters.filter((one) => one !== mark)).toEqual(others);
      }),
    );
  });
});
