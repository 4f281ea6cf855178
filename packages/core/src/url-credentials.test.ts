import { describe, expect, it } from 'vitest';
import { joinCredentials, splitCredentials, withoutCredentials } from './url-credentials.ts';

describe('credentials of a URL', () => {
  it.each([
    ['http://shop:pw@127.0.0.1:3000/h?a=1#b', 'http://***@127.0.0.1:3000/h?a=1#b', 'shop:pw'],
    ['https://caf%C3%A9:p%40w@shop.example/h', 'https://***@shop.example/h', 'caf%C3%A9:p%40w'],
    ['http://a@b:c@shop.example/', 'http://***@shop.example/', 'a%40b:c'],
    ['http://token@shop.example/', 'http://***@shop.example/', 'token:'],
    ['http://:pw@shop.example/', 'http://***@shop.example/', ':pw'],
    ['http:shop:$&pw@shop.example', 'http://***@shop.example/', 'shop:$&pw'],
  ])('masks the credentials of %s, and restores them', (url, maskedUrl, credentials) => {
    expect(splitCredentials(url)).toEqual({ maskedUrl, credentials });
    const { username, password, pathname } = new URL(joinCredentials(maskedUrl, credentials));
    expect([username, password, pathname]).toEqual([
      new URL(url).username,
      new URL(url).password,
      new URL(url).pathname,
    ]);
  });

  it.each(['http://127.0.0.1:3000/h', 'http://shop.example/a@b?c=d@e', 'no url', ''])(
    'finds no credentials in %s and leaves it unchanged',
    (url) => {
      expect(splitCredentials(url)).toEqual({ maskedUrl: url, credentials: undefined });
      expect(joinCredentials(url, undefined)).toBe(url);
    },
  );

  it('leaves masked credentials unchanged, and masks those of a URL without a host', () => {
    expect(splitCredentials('http://***@shop.example/').credentials).toBeUndefined();
    expect(splitCredentials('//shop:pw@host/h')).toEqual({
      maskedUrl: '//***@host/h',
      credentials: undefined,
    });
  });
});

it.each([
  ['see http://shop:pw@host:1/h and https://t@host', 'see http://***@host:1/h and https://***@host'],
  ['{"webhook_url":"http:\\/\\/shop:pw@host\\/h"}', '{"webhook_url":"http:\\/\\/***@host\\/h"}'],
  ['http://host/a@b, me@shop.example', 'http://host/a@b, me@shop.example'],
])('masks every URL in a text: %s', (text, maskedText) => {
  expect(withoutCredentials(text)).toBe(maskedText);
});
