import { expect, it } from 'vitest';
import { maskBody, maskText } from './masking.ts';

const TOKEN = `sim_api_${'aB3-'.repeat(8)}`;
const KEY = 'c0ffee'.padEnd(64, '0');
const ESCAPED_TOKEN = `\\u0073im_api_${'aB3-'.repeat(8)}`;

const mask = (text: string, characters = text.length, chosenSecrets?: readonly string[]) =>
  maskBody({ text, characters }, chosenSecrets);

it.each([
  ['{"password":"a\\"b, c","name":"Ana"}', '{"password":"•••","name":"Ana"}'],
  ['{"current_password" : "x"}', '{"current_password" : "•••"}'],
  ['{"otp":123456,"pin":null}', '{"otp":"•••","pin":null}'],
  [`{"data":{"token":"${TOKEN}"}}`, '{"data":{"token":"sim_api_…aB3-"}}'],
  ['{"accessToken":"eyJhbGciOi.eyJzdWIi.c2ln"}', '{"accessToken":"•••"}'],
  [`{"note":"my key is ${TOKEN}!"}`, '{"note":"my key is sim_api_…aB3-!"}'],
  [
    '{"token_hint":"sim_api_…abcd","tokenType":"Bearer"}',
    '{"token_hint":"sim_api_…abcd","tokenType":"Bearer"}',
  ],
  ['{"webhook_url":"http://shop:pw@localhost:3000/h"}', '{"webhook_url":"http://***@localhost:3000/h"}'],
  // Secrets in lists and objects, under escaped names, with escapes, and as names.
  ['{"password":["hush",{"a":"hush"}], "x": 1}', '{"password":"•••", "x": 1}'],
  ['[{"secret":{"deep":["hush"]}},2]', '[{"secret":"•••"},2]'],
  ['{"pass\\u0077ord":"hush"}', '{"pass\\u0077ord":"•••"}'],
  [`{"note":"${ESCAPED_TOKEN}"}`, '{"note":"sim_api_…aB3-"}'],
  [`{"${TOKEN}":1}`, '{"sim_api_…aB3-":1}'],
  [`["${KEY}","sim%5Fapi%5F${'aB3-'.repeat(8)}"]`, '["•••","sim_api_…aB3-"]'],
  ['{"a" : {"b":[1,"x\\n",true,null]} }', '{"a" : {"b":[1,"x\\n",true,null]} }'],
])('masks %s', (text, masked) => {
  expect(mask(text)).toBe(masked);
});

it.each([
  '{"password":"hush"',
  '{"password":hush}',
  'short_name=ana&password=hush',
  "{'password': 'hush'}",
  `Bearer ${TOKEN}`,
])("hides %s completely, because it isn't JSON", (text) => {
  expect(mask(text)).toBe('');
});

it.each([
  ['{"a":"b","secret_key":"abc', '{"a":"b","secret_key":'],
  ['{"password":["hush","hu', '{"password":"•••"'],
  [`{"a":["${TOKEN}","${TOKEN.slice(0, 20)}`, '{"a":["sim_api_…aB3-",'],
  ['password=hush&a=b', ''],
])('shows only the complete parts of the cut body %s', (text, masked) => {
  expect(mask(text, 20_000)).toBe(masked);
});

it('masks secrets that the caller chose by their value', () => {
  const text = '{"note":"it is correct horse","correct horse":["correct horse"]}';
  expect(mask(text, text.length, ['correct horse'])).toBe('{"note":"it is •••","•••":["•••"]}');
  expect(maskText('/a?note=correct%20horse', ['correct horse'])).toBe('/a?note=•••');
});

it.each([
  ['/a?access_token=abc&x=1', '/a?access_token=•••&x=1'],
  [`/a/${TOKEN}?x=${encodeURIComponent(KEY)}`, '/a/sim_api_…aB3-?x=•••'],
  [`/a?x=${TOKEN.replaceAll('_', '%5f')}`, '/a?x=sim_api_…aB3-'],
  ['/a?x=%zz', '/a?x=%zz'],
  [`shop/1 (${TOKEN})`, 'shop/1 (sim_api_…aB3-)'],
])('masks the address or header %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
});
