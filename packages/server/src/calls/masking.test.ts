import { expect, it } from 'vitest';
import { masked } from './masking.ts';

const TOKEN = `sim_api_${'aB3-'.repeat(8)}`;

it.each([
  ['{"password":"a\\"b, c","name":"Ana"}', '{"password":"•••","name":"Ana"}'],
  ['{"current_password" : "x"}', '{"current_password" : "•••"}'],
  ['{"otp":123456,"pin":null}', '{"otp":"•••","pin":null}'],
  [`{"data":{"token":"${TOKEN}"}}`, '{"data":{"token":"sim_api_…aB3-"}}'],
  ['{"accessToken":"eyJhbGciOi.eyJzdWIi.c2ln"}', '{"accessToken":"•••"}'],
  [`{"note":"my key is ${TOKEN}!"}`, '{"note":"my key is sim_api_…aB3-!"}'],
  ['{"secret_key":"abc', '{"secret_key":"•••"'],
  [
    '{"token_hint":"sim_api_…abcd","tokenType":"Bearer"}',
    '{"token_hint":"sim_api_…abcd","tokenType":"Bearer"}',
  ],
  ['{"webhook_url":"http://shop:pw@localhost:3000/h"}', '{"webhook_url":"http://***@localhost:3000/h"}'],
  ['/a?access_token=abc&x=1', '/a?access_token=•••&x=1'],
])('masks %s', (text, shown) => {
  expect(masked(text)).toBe(shown);
});

it('takes linear time for texts that are made to take more', () => {
  const began = performance.now();
  for (const part of ['"token', '"a":', '"\\', 'eyJ.', 'sim_api_', '?token'])
    masked(part.repeat(Math.ceil(200_000 / part.length)));
  expect(performance.now() - began).toBeLessThan(2000);
});
