import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { terminalMistakes } from './terminal-mistakes.ts';

const secretKey = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const timestamp = '2026-11-27T12:00:00.500Z';
const path = '/api/v1/pos-terminals/SN%201/transactions/A-1/commit';
const url = `${path}?x=1`;
const body = '{"authorizationCode": "Ñ-1", "n": [1, 2]}';
const hmac = (text: string, key: string | Buffer = secretKey) => createHmac('sha256', key).update(text);
const hex = (text: string, key?: string | Buffer) => hmac(text, key).digest('hex');
const right = `${body}\n${timestamp}\n${url}`;
const over = (own: string, at = timestamp, target = url) => hex(`${own}\n${at}\n${target}`);

/** The codes of the mistakes, without their common beginning. */
function found(signature: string): readonly string[] | undefined {
  const origins = ['http://127.0.0.1:4010', 'https://pay.example'];
  const refused = { signature, secretKey, timestamp, url, body: Buffer.from(body), method: 'POST', origins };
  return terminalMistakes(refused)?.map(({ code }) => code.replace('word.terminal_mistake.', ''));
}

describe('terminalMistakes', () => {
  it.each([
    ['base64', hmac(right).digest('base64')],
    ['base64', hmac(right).digest('base64url')],
    ['base64', Buffer.from(hex(right)).toString('base64')],
    ['prefix', `sha256=${hex(right)}`],
    ['prefix', `SHA256=${hex(right).toUpperCase()}`],
    ['key_bytes', hex(right, Buffer.from(secretKey, 'hex'))],
    ['key_changed', hex(right, secretKey.toUpperCase())],
    ['key_changed', hex(right, `${secretKey}\n`)],
    ['whole_url', over(body, timestamp, `https://pay.example${url}`)],
    ['whole_url', over(body, timestamp, `http://127.0.0.1:4010${url}`)],
    ['no_query', over(body, timestamp, path)],
    ['other_path', over(body, timestamp, url.replace('%20', ' '))],
    ['separator', hex(`${body}\r\n${timestamp}\r\n${url}`)],
    ['separator', hex(`${body}\\n${timestamp}\\n${url}`)],
    ['separator', hex(body + timestamp + url)],
    ['line_at_end', hex(`${right}\n`)],
    ['order', hex(`${timestamp}\n${url}\n${body}`)],
    ['method', hex(`POST\n${right}`)],
    ['part_missing', hex(`${timestamp}\n${url}`)],
    ['other_body', over('')],
    ['other_body', over(JSON.stringify(JSON.parse(body)))],
    ['other_body', over(JSON.stringify(JSON.parse(body), null, 2))],
    ['other_timestamp', over(body, String(Date.parse(timestamp)))],
    ['other_timestamp', over(body, '2026-11-27T12:00:00Z')],
  ])('names the mistake %s of %s', (mistake, signature) => {
    expect(found(signature)).toEqual([mistake]);
  });

  it('names mistakes of form and of content together', () => {
    const signature = `sha256=${createHmac('sha256', secretKey).update(`${body}\n${timestamp}\n${path}`).digest('hex')}`;
    expect(found(signature)).toEqual(['no_query', 'prefix']);
  });

  it.each(['', 'x', hex(right, 'another key'), `${hex(right)}00`, hmac('x').digest('base64')])(
    'finds nothing in %j, which the key does not explain',
    (signature) => {
      expect(found(signature)).toBeUndefined();
    },
  );

  it("doesn't search with a long body", () => {
    const long = Buffer.alloc(10_000);
    const signature = hmac(`${long}\n${timestamp}\n${url}`).digest('base64');
    const refused = { signature, secretKey, timestamp, url, body: long, method: 'POST', origins: [] };
    expect(terminalMistakes(refused)).toBeUndefined();
  });
});
