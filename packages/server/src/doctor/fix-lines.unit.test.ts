import * as crypto from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { receiverFrameworks } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { fixLines, shownFramework } from './fix-lines.ts';

const secret = 'whsec_a';
const body = Buffer.from('{"é":1.0}');
const timestamp = new Date().toISOString().replace(/\.\d+/, '');
const hmac = (text: string | Buffer) => crypto.createHmac('sha256', secret).update(text).digest('hex');
const signatures = {
  timestamp: hmac(`${timestamp}.${body}`),
  body: hmac(body),
  sha256: `sha256=${hmac(body)}`,
} as const;

/** Runs the lines for plain Node on a webhook and returns one of their variables. */
async function runLines(
  error: Parameters<typeof fixLines>[0],
  variant: keyof typeof signatures,
  name: string,
) {
  const headers = { 'svc-timestamp': timestamp, 'svc-signature': signatures[variant] };
  const request = Object.assign(Readable.from([body]), { headers });
  const lines = fixLines(error, { variant, framework: 'node' });
  const globals = { crypto, request, buffer, process: { env: { WEBHOOK_SECRET: `${secret}\n` } } };
  const inputs = { secret, body };
  const parameters = Object.entries({ ...globals, ...inputs }).filter(
    ([parameter]) => !lines.some((line) => line.startsWith(`const ${parameter} =`)),
  );
  const code = `return (async () => { ${lines.join('\n')}\nreturn ${name}; })()`;
  return new Function(...parameters.map(([parameter]) => parameter), code)(
    ...parameters.map(([, value]) => value),
  );
}

describe('the correct code', () => {
  it.each(['timestamp', 'body', 'sha256'] as const)(
    'accepts a valid webhook signed as %s',
    async (variant) => {
      for (const error of ['signature_mode', 'signature_raw_body'] as const)
        expect(await runLines(error, variant, 'isValid')).toBe(true);
    },
  );

  it('reads the secret without a line break, and the age of a webhook', async () => {
    expect(await runLines('signature_secret', 'timestamp', 'secret')).toBe(secret);
    expect(await runLines('clock_differs', 'timestamp', 'isRecent')).toBe(true);
  });

  it('is in the language of the framework, or in pseudocode', () => {
    const firstLine = (framework?: (typeof receiverFrameworks)[number]) =>
      fixLines('signature_secret', { variant: 'timestamp', framework })[0];
    expect(
      Object.fromEntries(receiverFrameworks.map((framework) => [framework, firstLine(framework)])),
    ).toEqual({
      ...Object.fromEntries(
        ['nest', 'next', 'fastify', 'hono', 'express', 'node'].map((framework) => [
          framework,
          'const secret = process.env.WEBHOOK_SECRET.trim();',
        ]),
      ),
      ...Object.fromEntries(
        ['laravel', 'php'].map((framework) => [framework, "$secret = trim(getenv('WEBHOOK_SECRET'));"]),
      ),
      ...Object.fromEntries(
        ['django', 'flask', 'python'].map((framework) => [
          framework,
          'secret = os.environ["WEBHOOK_SECRET"].strip().encode()',
        ]),
      ),
      ...Object.fromEntries(
        ['spring', 'java'].map((framework) => [
          framework,
          'byte[] secret = System.getenv("WEBHOOK_SECRET").strip().getBytes(UTF_8);',
        ]),
      ),
      go: 'secret := []byte(strings.TrimSpace(os.Getenv("WEBHOOK_SECRET")))',
      ruby: 'secret = ENV.fetch("WEBHOOK_SECRET").strip',
      csharp:
        'var secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("WEBHOOK_SECRET")!.Trim());',
    });
    expect(firstLine()).toBe('secret = trim(WEBHOOK_SECRET)');
    expect(shownFramework('express', 'php')).toBe('php');
    expect(shownFramework('laravel', 'php')).toBe('laravel');
    expect(fixLines('signature_raw_body', { variant: 'timestamp', framework: 'php' }).join()).toContain(
      "$_SERVER['HTTP_SVC_SIGNATURE']",
    );
  });
});
