import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findTerminalMistakes } from './terminal-mistakes.ts';

const secretKey = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const timestamp = '2026-11-27T12:00:00.500Z';
const path = '/api/v1/pos-terminals/SN%201/transactions/A-1/commit';
const url = `${path}?x=1`;
const body = '{"authorizationCode": "Ñ-1", "n": [1, 2]}';
const hmacOf = (text: string, key: string | Buffer = secretKey) => createHmac('sha256', key).update(text);
const hexSignature = (text: string, key?: string | Buffer) => hmacOf(text, key).digest('hex');
const correctText = `${body}\n${timestamp}\n${url}`;
const signatureOver = (signedBody: string, signedTimestamp = timestamp, signedUrl = url) =>
  hexSignature(`${signedBody}\n${signedTimestamp}\n${signedUrl}`);

/** Returns the codes of the mistakes without their common prefix. */
function findCodes(signature: string): readonly string[] | undefined {
  const origins = ['http://127.0.0.1:4010', 'https://pay.example'];
  const request = { signature, secretKey, timestamp, url, body: Buffer.from(body), method: 'POST', origins };
  return findTerminalMistakes(request)?.map(({ code }) => code.replace('word.terminal_mistake.', ''));
}

describe('terminalMistakes', () => {
  it.each([
    ['base64', hmacOf(correctText).digest('base64')],
    ['base64', hmacOf(correctText).digest('base64url')],
    ['base64', Buffer.from(hexSignature(correctText)).toString('base64')],
    ['prefix', `sha256=${hexSignature(correctText)}`],
    ['prefix', `SHA256=${hexSignature(correctText).toUpperCase()}`],
    ['key_bytes', hexSignature(correctText, Buffer.from(secretKey, 'hex'))],
    ['key_bytes', hexSignature(correctText, Buffer.from(secretKey, 'base64'))],
    ['key_changed', hexSignature(correctText, secretKey.toUpperCase())],
    ['key_changed', hexSignature(correctText, `"${secretKey}"`)],
    ['key_changed', hexSignature(correctText, `${secretKey}\n`)],
    ['whole_url', signatureOver(body, timestamp, `https://pay.example${url}`)],
    ['whole_url', signatureOver(body, timestamp, `http://127.0.0.1:4010${url}`)],
    ['no_query', signatureOver(body, timestamp, path)],
    ['other_path', signatureOver(body, timestamp, url.replace('%20', ' '))],
    ['separator', hexSignature(`${body}\r\n${timestamp}\r\n${url}`)],
    ['separator', hexSignature(`${body}\\n${timestamp}\\n${url}`)],
    ['separator', hexSignature(body + timestamp + url)],
    ['line_at_end', hexSignature(`${correctText}\n`)],
    ['order', hexSignature(`${timestamp}\n${url}\n${body}`)],
    ['method', hexSignature(`POST\n${correctText}`)],
    ['part_missing', hexSignature(`${timestamp}\n${url}`)],
    ['other_body', signatureOver('')],
    ['other_body', signatureOver(JSON.stringify(JSON.parse(body)))],
    ['other_body', signatureOver(JSON.stringify(JSON.parse(body), null, 2))],
    ['other_body', signatureOver('{"authorizationCode": "\\u00d1-1", "n": [1, 2]}')],
    ['other_body', signatureOver('{"authorizationCode":"Ñ-1","n":[1.0,2.0]}')],
    ['other_body', signatureOver('[object Object]')],
    ['other_timestamp', signatureOver(body, String(Date.parse(timestamp)))],
    ['other_timestamp', signatureOver(body, '2026-11-27T12:00:00Z')],
  ])('names the mistake %s of the signature %s', (mistake, signature) => {
    expect(findCodes(signature)).toEqual([mistake]);
  });

  it('names mistakes of form and of content in one result', () => {
    const signature = `sha256=${createHmac('sha256', secretKey).update(`${body}\n${timestamp}\n${path}`).digest('hex')}`;
    expect(findCodes(signature)).toEqual(['no_query', 'prefix']);
  });

  it.each([
    '',
    'x',
    hexSignature(correctText, 'another key'),
    hexSignature(correctText, ''),
    hexSignature(correctText, 'undefined'),
    `${hexSignature(correctText)}00`,
    hmacOf('x').digest('base64'),
  ])('finds no mistake in %j, which was not made with the key', (signature) => {
    expect(findCodes(signature)).toBeUndefined();
  });

  it('names the program that serialized the signed body', () => {
    const request = { secretKey, timestamp, url, body: Buffer.from(body), method: 'POST', origins: [] };
    const signature = signatureOver('{"authorizationCode":"\\u00d1-1","n":[1,2]}');
    expect(findTerminalMistakes({ ...request, signature })).toEqual([
      {
        code: 'word.terminal_mistake.other_body',
        params: { form: "Python json.dumps(separators=(',', ':'))" },
      },
    ]);
  });

  it("doesn't search if the body is long", () => {
    const longBody = Buffer.alloc(10_000);
    const signature = hmacOf(`${longBody}\n${timestamp}\n${url}`).digest('base64');
    const request = { signature, secretKey, timestamp, url, body: longBody, method: 'POST', origins: [] };
    expect(findTerminalMistakes(request)).toBeUndefined();
  });
});
