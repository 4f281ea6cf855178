import { createHash, createHmac } from 'node:crypto';
import examination from 'texts:examination';
import { messageText } from '@svc-simulator/texts/message.ts';
import { textsIn } from '@svc-simulator/texts/texts.ts';
import { diagnosisCodeOf } from '@svc-simulator/webhooks/mistakes.ts';
import { describe, expect, it } from 'vitest';
import { returnedMistakes } from './returned-mistakes.ts';
import { parseAge, readReturnedValues } from './returned-values.ts';

const secret = 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa';
const timestamp = '2026-11-20T21:27:00Z';
const body =
  '{"event":"payment_session.paid","session_payment":{"id":"7d44","description":"café & té","url":"https://shop.invalid/ok"}}';
const text = `${timestamp}.${body}`;
const sign = (message: string, key: string | Buffer = secret, hash = 'sha256') =>
  createHmac(hash, key).update(message).digest('hex');
const signature = sign(text);
const headers = {
  'content-type': 'application/json',
  'svc-signature': signature,
  'svc-timestamp': timestamp,
  'idempotency-key': '0b7e-41aa',
};
const webhook = {
  headers,
  body,
  signature,
  input: { secret, timestamp, body: Buffer.from(body), mode: 'timestamp', url: 'https://shop.invalid/hook' },
  otherSecrets: { SIM_ACCOUNT_ID: 'acc_1' },
  nowMs: Date.parse(timestamp) + 200,
} as const;
const read = (response: string) => readReturnedValues(response, webhook);

/** Returns the codes and the sentences of what a response shows. */
function explain(response: string, of: Parameters<typeof returnedMistakes>[1] = webhook): string {
  return returnedMistakes(readReturnedValues(response, of), of)
    .map(({ sentence, ...mistake }) =>
      [
        diagnosisCodeOf(mistake),
        mistake.detail,
        sentence && messageText(textsIn('en', examination.en), sentence),
      ].join(' '),
    )
    .join(' ');
}

describe('values that a receiver returns', () => {
  const values = { received: signature, computed: sign('x'), age: '0.2', keyLength: '38', signed: text };
  const { keyLength: _, ...named } = values;
  const fields = { ...named, key_length: 38 };
  const line = `received=${signature} computed=${sign('x')} age=0.2 key_length=38 signed=${text}`;
  const python = `{'received': '${signature}', 'computed': '${sign('x')}', 'age': 0.2, 'key_length': 38, 'signed': '${text}'}`;
  const php = `Array\n(\n    [received] => ${signature}\n    [computed] => ${sign('x')}\n    [age] => 0.2\n    [key_length] => 38\n    [signed] => ${text}\n)\n`;
  const html = `<!doctype html><p>${JSON.stringify(fields).replaceAll('&', '&amp;').replaceAll('"', '&#34;')}</p>`;

  it.each([
    ['JSON', JSON.stringify(fields)],
    ['JSON in JSON', JSON.stringify({ detail: { error: 'no', debug: fields } })],
    ['JSON in a string', JSON.stringify({ message: JSON.stringify(fields) })],
    ['JSON with a Buffer', JSON.stringify({ ...fields, signed: Buffer.from(text) })],
    [
      'JSON with bytes in base64',
      JSON.stringify({ ...fields, signed: Buffer.from(text).toString('base64') }),
    ],
    [
      'a form',
      String(
        new URLSearchParams(
          Object.entries(fields).map(([name, value]) => [name, String(value)] as [string, string]),
        ),
      ),
    ],
    ['a line', line],
    ['lines', line.replaceAll(/ (?=\w+=)/g, '\n')],
    ['lines with colons', line.replaceAll(/(?<=(?:^| )\w+)=/g, ': ')],
    ['a Python dict', python],
    ['print_r', php],
    ['a page', html],
    ['a message with a manifest', JSON.stringify({ ...fields, signed: undefined, message: text })],
    ['a message', JSON.stringify({ error: { message: `bad: ${line}` } })],
    ['other names', `expected=${sign('x')}, got=${signature}, diff=0.2; secret_len=38; payload=${text}`],
  ])('reads them as %s', (_name, response) => {
    const { isSignedCut: _isCut, ...found } = read(response);
    expect(
      Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value).trim()])),
    ).toEqual(values);
  });

  it('reads them from a response that is cut off', () => {
    const { signed, ...found } = read(JSON.stringify(fields).slice(0, -60));
    expect(found).toMatchObject({ received: signature, computed: sign('x'), age: '0.2' });
    expect(text.startsWith(String(signed))).toBe(true);
    expect(found.isSignedCut).toBe(true);
    expect(explain(JSON.stringify({ signed: text }).slice(0, -60))).toBe('');
  });

  it.each([
    ['{"expected":"string","received":"undefined","path":["x-signature"],"message":"Required"}'],
    ['{"message":"Unauthorized"}'],
    ['Invalid signature'],
    ['{"error":{"text":"no"},"status":401}'],
    ['{"received":false}'],
    ['{"received":"2026-11-20T21:27:00Z","expected":"2026-11-20T21:32:00Z"}'],
    ['{"error":{"header":"x-webhook-signature","message":"got 401, expected 200"}}'],
    [`{"error":"invalid signature","payload":${body}}`],
    [`{"message":"${timestamp} is too old"}`],
    ['{"exp":1795923455,"status":401}'],
    ['{"errors":{"signature":["The signature field is required."]}}'],
    ['{"signature":"This field is required."}'],
    ['{"detail":[{"type":"missing","loc":["header","svc_signature"],"msg":"Field required","input":null}]}'],
  ])('ignores the types and texts of other errors: %s', (response) => {
    expect(read(response)).toEqual({});
  });

  it('reads a signature without a name as the one that the code computed', () => {
    const message = `expected ${sign('x')} got ${signature} for ${timestamp}.{}`;
    expect(read(JSON.stringify({ message }))).toEqual({ computed: sign('x') });
    expect(readReturnedValues('Unauthorized', webhook, true)).toEqual({ computed: signature });
  });

  it('reads a long response without sense in time', () => {
    for (const part of [
      'signed=',
      "signed='",
      'a-',
      '"signed":"\\',
      '\\"',
      '{"received":',
      ' ',
      'age ',
      "['",
    ])
      expect(Object.keys(read(part.repeat(65_536 / part.length))).length).toBeLessThan(6);
  }, 2000);

  it.each([
    ['0.25', 0.25],
    ['-18000', -18_000],
    ['1.76e9', 1.76e9],
    ['300 s', 300],
    ['5h0m0.2s', 18_000.2],
    ['PT5H0.2S', 18_000.2],
    ['-1 day, 19:00:00', -18_000],
    ['05:00:00.2', 18_000.2],
    ['-05:00:00', -18_000],
    ['18000 > 300', 18_000],
    ['18000s, max 300', 18_000],
    ['18000000 ms', 18_000],
    ['1.05:00:00', 104_400],
    ['too old', undefined],
    ['null', Number.NaN],
    ['', Number.NaN],
  ])('reads the age %s as %s', (age, seconds) => {
    expect(parseAge(age)).toEqual(seconds ? expect.closeTo(seconds, 3) : seconds);
  });
});

describe('mistakes in the values that a receiver returns', () => {
  const respond = (values: object) => JSON.stringify({ received: signature, signed: text, ...values });

  it.each([
    [{ received: null }, 'mistake.header_name  As svc-signature, your code read “null”'],
    [
      { received: timestamp },
      'mistake.header_name  As svc-signature, your code read the value of svc-timestamp.',
    ],
    [{ received: signature.slice(0, 40) }, 'it ends where “'],
    [{ received: [signature] }, `your code read a list (“["${signature}"]”)`],
    [{ received: `[${signature}]` }, `your code read a list (“[${signature}]”)`],
    [{ received: `${signature}, ${signature}` }, 'read the signature twice'],
    [{ received: `${signature} ` }, 'after the end, there is “ ”'],
  ])('says what the code read as the signature: %j', (values, words) => {
    expect(explain(respond({ computed: signature, ...values }))).toContain(words);
  });

  it.each([
    [`${timestamp}.${JSON.stringify(JSON.parse(body), null, 3)}`, 'signature_raw_body  Your code signs'],
    [`${timestamp}.{"event":"payment_session.paid"}`, 'signature_raw_body'],
    [
      `id:${headers['idempotency-key']};ts:${timestamp};`,
      'signs “id:{idempotency-key};ts:{svc-timestamp};” instead of “{svc-timestamp}.{body}”: at character 1, there is “id:0b7e-41” instead of “2026-11-20”',
    ],
    [`POST\n/hook\n${text}`, 'mistake.separator  Your code signs “POST\\n/hook\\n{svc-timestamp}.{body}”'],
    ['$timestamp.$body', 'mistake.text_literal  Your code signs “$timestamp.$body” instead of'],
    ['#{timestamp}.#{body}', 'mistake.text_literal'],
    [`${timestamp}.{body}`, 'mistake.text_literal'],
    [`${secret}${text}`, 'signs “{webhook_secret}{svc-timestamp}.{body}”'],
    [
      text.replace('Z.', '-00:00.'),
      'mistake.timestamp  Your code signs “2026-11-20T21:27:00-00:00.{body}” instead of “{svc-timestamp}.{body}”: at character 20, there is “-00:00',
    ],
    [text.replace(' & ', ' \\u0026 '), 'there is “\\u0026 té"” instead of “& té","url”'],
    [text.replace('é', '\ufffd'), 'mistake.body_encoding'],
    [text.slice(0, -3), 'mistake.body_length  Your code signs “{svc-timestamp}.'],
    [
      `${text}\0\0`,
      'mistake.body_length  Your code signs “{svc-timestamp}.{body}\\u0000\\u0000” instead of “{svc-timestamp}.{body}”: after the end, there is “\\u0000\\u0000”',
    ],
    [`${timestamp}.${body}${body}`, 'mistake.body_joined'],
    [`${text}${secret}`, 'mistake.separator  Your code signs “{svc-timestamp}.{body}{webhook_secret}”'],
    [text.replaceAll('"', '&quot;'), 'signature_raw_body'],
    ['undefined.undefined', 'mistake.separator'],
    [`${timestamp}.undefined`, 'signature_raw_body "undefined"'],
    [`undefined.${body}`, 'mistake.timestamp_missing "undefined"'],
    [body, 'signature_with_timestamp body'],
  ])('names the first difference of the signed text: %j', (signedText, words) => {
    const texts = explain(respond({ signed: signedText, computed: sign(signedText) }));
    expect(texts).toContain(words);
    expect(texts).toContain('Your code signs ');
    expect(texts).not.toContain(secret);
    expect(texts).not.toContain('signature_secret');
  });

  it.each([
    [createHash('sha256').update(body).digest('hex'), 'mistake.body_digest SHA-256 Your code signs'],
    [createHash('md5').update(body).digest('base64'), 'mistake.body_digest MD5, base64'],
    [createHash('sha1').update(body).digest('hex'), 'mistake.body_digest SHA-1'],
    ['ab'.repeat(32), 'mistake.separator'],
  ])('says that the code signs %s instead of the body', (digest, words) => {
    const signedText = `${timestamp}.${digest}`;
    expect(explain(respond({ signed: signedText, computed: sign(signedText) }))).toContain(words);
    expect(explain(respond({ signed: signedText, computed: sign(signedText) }))).not.toContain(
      'signature_raw_body',
    );
  });

  it.each([
    'received= computed= age= key_length=38 signed=',
    'received=null computed=null age=null key_length=38 signed=null',
    'received=<nil> computed= age=<nil> key_length=0 signed=',
    '<br />\n<b>Warning</b>:  Undefined variable $computed in <b>/app/hook.php</b> on line <b>9</b><br />\n{"received":null,"computed":null,"age":null,"key_length":38,"signed":null}',
    '<br />\n<b>Warning</b>:  Undefined array key "HTTP_SVC-SIGNATURE" in <b>/app/hook.php</b> on line <b>9</b><br />\n{"received":"","computed":"","age":1795923455,"key_length":38,"signed":"."}',
    '{"received":"","computed":"","age":20599,"key_length":38,"signed":""}',
    '{"received":null,"computed":null,"age":null,"key_length":38,"signed":null}',
    '{"received":"undefined","computed":"undefined","age":"NaN","key_length":38,"signed":"undefined"}',
  ])('says only that the header is missing if the code returns before it computes: %s', (response) => {
    expect(explain(response)).toMatch(
      /^mistake\.header_name {2}As svc-signature, your code read “[\w<>]*”: [^.]*\.$/,
    );
  });

  it('draws nothing from values that the code returns before it computes them', () => {
    expect(explain(`received=${signature} computed= age= key_length=38 signed=`)).toBe('');
  });

  it('ignores a shortened text if the signature has a known mistake', () => {
    const shortText = `${timestamp}.<464 bytes>`;
    expect(explain(respond({ signed: shortText, computed: sign(body) }))).toBe(
      'signature_with_timestamp body ',
    );
    expect(explain(respond({ signed: shortText, computed: sign('x') }))).toContain('Your code signs “');
  });

  it('names a wrong key with a wrong text', () => {
    const wrongText = `x${body}`;
    expect(explain(respond({ signed: wrongText, computed: sign(wrongText, 'acc_1') }))).toMatch(
      /^mistake.separator.*signature_secret SIM_ACCOUNT_ID/,
    );
    expect(
      explain(
        respond({ signed: wrongText, computed: Buffer.from(sign(wrongText), 'hex').toString('base64') }),
      ),
    ).toContain('mistake.form base64');
  });

  it.each([
    [
      { computed: sign(text, 'other!'), key_length: 6 },
      'its key has 6 characters, and webhook_secret has 38',
    ],
    [{ computed: sign(text, 'other!'), key_length: 38 }, "So its key isn't webhook_secret, or"],
    [{ computed: sign(text, 'other!') }, "So its key isn't webhook_secret, or"],
    [{ computed: sign(text, 'acc_1') }, 'signature_secret SIM_ACCOUNT_ID'],
    [{ computed: sign(text, '**********') }, 'mistake.secret_masked "**********"'],
    [{ computed: sign(text, '[object Promise]') }, 'mistake.secret_object "[object Promise]"'],
    [
      { computed: sign(text, '/run/secrets/webhook_secret') },
      'mistake.secret_path "/run/secrets/webhook_secret"',
    ],
    [{ computed: sign(text, 'file:///etc/secrets/webhook-secret') }, 'mistake.secret_path "file:///etc'],
    [{ computed: sign(text, 'env:WEBHOOK_SECRET') }, 'mistake.secret_path "env:WEBHOOK_SECRET"'],
    [{ computed: sign(text, `${secret}\u200b`) }, 'mistake.secret_invisible "…\\u200b"'],
    [{ computed: sign(text, `\u00a0${secret}`) }, 'mistake.secret_invisible "\\u00a0…"'],
    [{ computed: sign(text, `${secret}\r`) }, 'mistake.secret_changed "…\\r"'],
    [{ computed: sign(text, Buffer.from(secret, 'utf16le')) }, 'mistake.secret_changed UTF-16LE(…)'],
    [{ computed: sign(text, `${secret};`) }, 'mistake.secret_changed …;'],
    [{ computed: sign(text, secret.slice(0, -1)) }, 'mistake.secret_cut 37 / 38'],
    [{ computed: sign(text, secret, 'sha3-256') }, 'mistake.no_hmac sha3-256'],
    [{ computed: sign(text, secret, 'md5') }, 'mistake.no_hmac MD5'],
    [{ computed: signature.slice(0, 32) }, 'mistake.form'],
    [{ computed: '[object Promise]' }, 'computed “[object Promise]”: that is the result of String(promise)'],
    [{ computed: '[B@25ac0e2c' }, 'computed “[B@25ac0e2c”: that is the result of byte[].toString()'],
    [
      { computed: '<Buffer 1f a0 b3 cd>', signed: '[B@7b3300e5' },
      'mistake.form  Your code computed “<Buffer',
    ],
    [{ computed: sign(text, secret, 'sha384') }, 'mistake.no_hmac SHA-384'],
    [{ computed: sign(sign(text)) }, 'mistake.no_hmac HMAC(HMAC, hex)'],
    [{ computed: sign(text, `whsec_${secret}`), key_length: 44 }, 'mistake.secret_changed whsec_…'],
    [{ computed: sign(text, '{{WEBHOOK_SECRET}}') }, 'signature_secret "{{WEBHOOK_SECRET}}"'],
    [{ computed: signature.toUpperCase() }, 'mistake.form A-F'],
  ])('says that the key or the hash is wrong if the text is right: %j', (values, words) => {
    expect(explain(respond(values))).toContain(words);
  });

  it.each([
    [
      -18_000.2,
      'mistake.time  Your code computed the age “-18000.2” for a new webhook: it reads svc-timestamp in a time zone that is 5 h away',
    ],
    ['5:30:00', 'a time zone that is 5.5 h away'],
    [null, "it can't parse svc-timestamp"],
    [Date.parse(timestamp) / 1000 - 2026, "it can't parse svc-timestamp"],
    [Date.parse(timestamp) - Date.parse(timestamp) / 1000, 'it mixes seconds with milliseconds'],
    [-7, 'it subtracts in the wrong order'],
    [1300, 'its clock or its calculation of the age is wrong'],
    [86_399, "Python's timedelta.seconds"],
    [-30 * 86_400 - 0.1, 'it counts months from the wrong number'],
    [9 * 3600 + 27 * 60 + 43_200 - 0.2, 'it reads only the date'],
    [43_200.2, 'it reads the hour in 12-hour format'],
    [365 * 86_400, 'it reads the wrong year'],
    [(365 * 126 + 31) * 86_400, 'it reads the wrong year'],
    [304 * 86_400, 'it reads the month as January'],
  ])('explains the age %s', (age, words) => {
    expect(explain(respond({ computed: signature, age }))).toContain(words);
  });

  it.each([
    [1300, 0, 'the calculation of the age, or the parsing of svc-timestamp, is wrong'],
    [1300, 1300, 'its clock is wrong, as the Date header of its response shows'],
    [1300, 90_000, 'its clock or its calculation of the age is wrong'],
  ])('judges the age %s by a Date header that is off by %s s', (age, offS, words) => {
    const clockMs = webhook.nowMs + 1000 * offS;
    expect(explain(respond({ computed: signature, age }), { ...webhook, clockMs })).toContain(words);
  });

  it('explains a day that is read as the month', () => {
    const swappable = '2026-11-05T21:27:00Z';
    const input = { ...webhook.input, timestamp: swappable };
    const of = { ...webhook, input, nowMs: Date.parse(swappable) + 200 };
    expect(
      explain(JSON.stringify({ received: signature, age: 178 * 86_400, computed: signature }), of),
    ).toContain('it swaps the day and the month');
  });

  it.each([
    [
      'body',
      text,
      '',
      'signature_without_timestamp timestamp Your code signs “{svc-timestamp}.{body}” instead of “{body}”',
    ],
    ['body', body.trim(), '', ''],
    ['sha256', body, 'sha256=', ''],
    ['sha256', body, '', 'signature_with_prefix body'],
    ['sha256', `${body}\n`, 'sha256=', 'mistake.white_space'],
  ] as const)(
    'explains mistakes in the mode %s for the text %j and the prefix %j',
    (mode, signedText, prefix, words) => {
      const modeHeaders = {
        ...headers,
        'svc-signature': `${mode === 'sha256' ? 'sha256=' : ''}${sign(body)}`,
      };
      const modeWebhook = {
        ...webhook,
        signature: modeHeaders['svc-signature'],
        headers: modeHeaders,
        input: { ...webhook.input, mode },
      };
      const values = {
        received: modeWebhook.signature,
        computed: `${prefix}${sign(signedText)}`,
        signed: signedText,
      };
      expect(explain(JSON.stringify(values), modeWebhook).slice(0, words.length || undefined)).toBe(words);
    },
  );

  it('finds nothing if every value is right', () => {
    expect(explain(respond({ computed: signature, age_ms: 1400 }))).toBe('');
    expect(explain(respond({ computed: signature, age: 0.2, key_length: 38 }))).toBe('');
    expect(explain(`computed=[object Promise] signed=${text}`)).toContain('“[object Promise]”');
    expect(explain(`received=${signature} computed=${signature} age=0 signed=${text}\n`)).toBe('');
  });
});
