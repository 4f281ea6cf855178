import { words } from '@svc-simulator/test-support/problems/words.ts';
import { describe, expect, it } from 'vitest';
import { isUrl } from './is-url.ts';
import {
  faultOfReturnUrl,
  faultOfWebhookUrl,
  normalizedOrigin,
  normalizedUrl,
  returnUrl,
  webhookUrl,
  webOrigin,
} from './urls.ts';

const urlOfLength = (length: number) =>
  `https://a.example/${'x'.repeat(length - 'https://a.example/'.length)}`;

describe('return URL', () => {
  it.each([
    ['https:shop.example/ok', 'https://shop.example/ok'],
    ['https:/shop.example/ok', 'https://shop.example/ok'],
    ['https:\\\\shop.example\\ok', 'https://shop.example/ok'],
    [' HTTP://SHOP.EXAMPLE ', 'http://shop.example/'],
    ['https://shop.example:443/a/../b?x=ñ', 'https://shop.example/b?x=%C3%B1'],
    ['myapp://payment/done', 'myapp://payment/done'],
  ])('stores %s as the URL parser writes it', (url, storedUrl) => {
    expect(returnUrl().parse(url)).toBe(storedUrl);
  });

  it('returns the same URL with and without the parser', () => {
    const parts = [
      ['http://', 'https://', 'https:'],
      ['a.example', 'localhost', 'A.example', '1.2', 'xn--a'],
      ['', ':80', ':443', ':3000', ':08'],
      ['', '/', '/ok', '/a/./b', '/a//b', '/%7e'],
      ['', '?', '?a=1&b=%2', "?'", '#x'],
    ];
    const urls = parts.reduce<string[]>(
      (all, some) => all.flatMap((one) => some.map((part) => one + part)),
      [''],
    );
    const validUrls = urls.filter((url) => isUrl(url));
    expect(validUrls.length).toBeGreaterThan(1000);
    for (const url of validUrls) expect(normalizedUrl(url)).toBe(new URL(url).href);
  });

  it.each([
    'https://shop.example/ok?id=1#top',
    'HTTP://SHOP.EXAMPLE',
    'http://localhost:3000/',
    'myapp://payment/done',
    'com.shop.app:/done',
    'intent://scan/#Intent;scheme=zxing;end',
    'mailto:ana@example.com',
    urlOfLength(2048),
  ])('accepts %s', (url) => {
    expect(faultOfReturnUrl(url)).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'view-source:https://a.example/',
    'about:blank',
  ])('refuses the scheme of %j', (url) => {
    expect(words(faultOfReturnUrl(url) ?? '')).toMatch(
      /^must not use the (javascript|data|vbscript|file|blob|filesystem|view-source|jar|about): scheme$/,
    );
  });

  it.each([
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'myapp://pay\u0000',
    'https://a.example/\u0085',
  ])('refuses the control characters in %j', (url) => {
    expect(words(faultOfReturnUrl(url) ?? '')).toBe(
      'must not contain control characters such as tabs or line breaks',
    );
  });

  it.each([
    ['', 'must not be empty'],
    [' \t', 'must not be empty'],
    ['/orders/1', 'must be an absolute URL such as https://example.com/done or myapp://done'],
    ['shop.example/ok', 'must be an absolute URL such as https://example.com/done or myapp://done'],
    ['https://', 'must be an absolute URL such as https://example.com/done or myapp://done'],
    [urlOfLength(2049), 'must have at most 2048 characters'],
  ])('refuses %j', (url, detail) => {
    expect(words(faultOfReturnUrl(url) ?? '')).toBe(detail);
  });
});

describe('webhook URL', () => {
  it.each([
    'https://shop.example/hook',
    'http://localhost:3000/hook',
    'http://[::1]:3000/hook',
    'HTTPS://shop.example',
    // The webhooks of URLs that can't be parsed go to the relay.
    'not a url',
    '/hook',
    'shop.example/hook',
    'http://',
  ])('accepts %j', (url) => {
    expect(faultOfWebhookUrl(url)).toBeNull();
  });

  it.each([
    'localhost:3000/hook',
    'LOCALHOST:3000',
    '127.0.0.1:3000/hook',
    'shop.example:8080?x=1',
    '[::1]:3000/hook',
    '  localhost:3000/hook',
  ])('refuses %j, and suggests the intended URL', (url) => {
    expect(words(faultOfWebhookUrl(url) ?? '')).toBe(
      `must begin with http:// or https://; did you mean http://${url.trim()}?`,
    );
  });

  it.each([
    ['ftp://shop.example/hook', 'must use http:// or https://, not ftp:'],
    ['mailto:ana@example.com', 'must use http:// or https://, not mailto:'],
    ['javascript:alert(1)', 'must use http:// or https://, not javascript:'],
    [urlOfLength(2049), 'must have at most 2048 characters'],
  ])('refuses %j', (url, detail) => {
    expect(words(faultOfWebhookUrl(url) ?? '')).toBe(detail);
  });

  it.each(['', '   '])('treats %j as missing', (url) => {
    expect(webhookUrl().parse(url)).toBeUndefined();
  });

  it('stores a URL unchanged', () => {
    expect(webhookUrl().parse(' http://LOCALHOST:80/a b ')).toBe(' http://LOCALHOST:80/a b ');
  });
});

describe('URL with a non-ASCII letter', () => {
  it.each([
    ['https://tienda-ñ.invalid/señal', undefined],
    ['/señal', 'http://127.0.0.1:3000'],
  ])('accepts %s on every call', (text, base) => {
    let refusals = 0;
    // After about ten thousand calls, V8 optimizes `URL.canParse` of Node 20, which is wrong from then on.
    for (let call = 0; call < 50_000; call++) if (!isUrl(text, base)) refusals++;
    expect(refusals).toBe(0);
    expect(isUrl(' ñ')).toBe(false);
  });
});

describe('normalizedOrigin', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://SHOP.example:443/path?x#y', 'https://shop.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://user:pw@10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['https://tienda-ñ.invalid', 'https://xn--tienda--b0a.invalid'],
  ])('turns %s into %s', (address, origin) => {
    expect(normalizedOrigin(address)).toBe(origin);
  });

  it.each([
    'https://*;x',
    'https://*.shop.example',
    "https://a;script-src'unsafe-inline'",
    'https://a,b',
    'https://a"b',
    'https://a b',
    'ftp://a',
    'a.example',
  ])('refuses %s as an origin and as a setting', (address) => {
    expect(normalizedOrigin(address)).toBeNull();
    expect(webOrigin().safeParse(address).success).toBe(false);
  });
});
