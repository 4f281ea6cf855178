import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signWebhook } from '@svc-simulator/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryCommand, quoteForBash, signatureCommand } from './curl.ts';

function bash(command: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    // -H turns on history expansion, as in an interactive shell, where `!` is special outside single quotes.
    const shell = spawn('bash', ['-H', '-o', 'history'], { env: { PATH: process.env.PATH ?? '', ...env } });
    let out = '';
    let err = '';
    shell.stdout.on('data', (chunk) => {
      out += chunk;
    });
    shell.stderr.on('data', (chunk) => {
      err += chunk;
    });
    shell.on('error', reject);
    shell.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${code}: ${err}`))));
    shell.stdin.end(`${command}\n`);
  });
}

const hostile = [
  `{"text":"it's"}`,
  `{"text":"he said \\"no\\" to $HOME and \`id\` and $(id)"}`,
  '{"text":"wow!! !$ !1"}',
  '{\n  "lines": "two",\r\n\t"tab": 1\n}\n',
  '{"text":"ñandú, Cédula Nº 5 € 😀 \u2028 "}',
  '@/etc/passwd',
  '  leading and trailing  ',
  `''''`,
  "\\n \\\\ \\' %s %% %d",
  'é\u0301 \u202e \u0001 \u007f',
  '',
];

describe('the curl command of a delivery', () => {
  let received: { url: string; headers: IncomingHttpHeaders; body: Buffer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
      response.end('taken');
    });
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const headers = {
    'content-type': 'application/json',
    'svc-signature': 'ab12',
    'svc-timestamp': '2026-11-20T21:27:00.000Z',
    'idempotency-key': '6f0e',
    'user-agent': 'svc-sim',
  };

  it.each(hostile)('sends %j byte for byte, with its headers', async (rawBody) => {
    const out = await bash(deliveryCommand(`${origin}/webhooks`, headers, rawBody));
    expect(out).toContain('taken');
    expect(received.body.equals(Buffer.from(rawBody))).toBe(true);
    expect(received.headers).toMatchObject(headers);
  });

  it('sends a body that is too long for one argument', async () => {
    const rawBody = `{"text":"${'ñ'.repeat(300_000)}'!"}`;
    await bash(deliveryCommand(`${origin}/webhooks`, headers, rawBody));
    expect(received.body.equals(Buffer.from(rawBody))).toBe(true);
  });

  it.each([
    ['/a/../b?x[]=1&y={1,2}', '/b?x[]=1&y={1,2}'],
    ["/it's;rm -rf $HOME/`id`", "/it's;rm%20-rf%20$HOME/%60id%60"],
    ['/ñ?q=é#part', '/%C3%B1?q=%C3%A9'],
  ])('requests %j with the same URL as the simulator', async (path, expected) => {
    await bash(deliveryCommand(origin + path, headers, '{}'));
    expect(received.url).toBe(expected);
  });

  it('omits the credentials of the URL, as the simulator does', async () => {
    await bash(deliveryCommand(`${origin.replace('//', '//me:secret@')}/hook`, headers, '{}'));
    expect(received.headers.authorization).toBeUndefined();
  });
});

describe('signatureCommand', () => {
  it("adds the prefix sha256= if the account's setting requires it", async () => {
    const webhook = { secret: 'whsec_it', timestamp: '', body: '{"a":1}', variant: 'sha256' } as const;
    const out = await bash(signatureCommand(webhook.body, 'sha256'), { WEBHOOK_SECRET: webhook.secret });
    expect(out.split(' ')[0]).toBe(signWebhook(webhook));
  });

  it.each(hostile)('signs the body %j like the webhook', async (body) => {
    const timestamp = '2026-11-20T21:27:00.000Z';
    const out = await bash(signatureCommand(`${timestamp}.${body}`, 'timestamp'), {
      WEBHOOK_SECRET: 'whsec_it',
    });
    expect(out.split(' ')[0]).toBe(signWebhook({ secret: 'whsec_it', timestamp, body }));
  });

  it('computes the known signature of a fixed text', async () => {
    const out = await bash(signatureCommand('2026-01-02T03:04:05.678Z.{"a":1}', 'timestamp'), {
      WEBHOOK_SECRET: 'secret',
    });
    expect(out.split(' ')[0]).toBe('ec3ab5eda817bfe20fa3711157e854086e51acb63335536188950b2c87dedb63');
  });
});

it('quotes any string as a single shell word', () => {
  expect(quoteForBash("it's")).toBe(`'it'\\''s'`);
});
