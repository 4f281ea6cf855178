import { writeFileSync } from 'node:fs';
import { createServer as createHttp2, createSecureServer } from 'node:http2';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeAuthority, makeCertificate } from '../packages/server/src/tls/certificates.ts';
import { call } from './support/api.ts';
import { listening } from './support/listening.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { until } from './support/until.ts';

const HOUR = 3_600_000;
const now = Date.now();
const valid = { from: now - HOUR, to: now + HOUR };
const authority = makeAuthority({ from: now - 100 * HOUR, to: now + HOUR });
const good = makeCertificate(['localhost'], valid, authority);
const https = (options: ServerOptions) => createHttps(options, (_, response) => response.end('ok'));
const wanting = { ...good, requestCert: true, rejectUnauthorized: true, ca: authority.cert };
const raw = (meet: (socket: Socket) => void) => createServer(meet);

/** Receivers that cannot be reached by a webhook, with what the simulator makes of what came from the socket. */
const receivers: readonly [string, string, () => Server, cause: string | null][] = [
  ['https', 'nothing wrong', () => https(good), null],
  [
    'https',
    'a certificate that has expired',
    () => https(makeCertificate(['localhost'], { from: now - 50 * HOUR, to: now - HOUR }, authority)),
    'certificate_expired',
  ],
  [
    'https',
    'one that has not begun',
    () => https(makeCertificate(['localhost'], { from: now + HOUR / 2, to: now + HOUR }, authority)),
    'certificate_expired',
  ],
  [
    'https',
    'one for another name',
    () => https(makeCertificate(['other.invalid'], valid, authority)),
    'certificate_name',
  ],
  [
    'https',
    'one of an unknown authority',
    () => https(makeCertificate(['localhost'], valid, makeAuthority(valid))),
    'certificate_untrusted',
  ],
  [
    'https',
    'a client certificate wanted, TLS 1.3',
    () => https({ ...wanting, minVersion: 'TLSv1.3' }),
    'client_certificate',
  ],
  [
    'https',
    'no cipher in common',
    () => https({ ...good, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }),
    'tls_refused',
  ],
  [
    'https',
    'a version of TLS that is too old',
    () => https({ ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }),
    'tls_refused',
  ],
  ['https', 'HTTP/2 alone', () => createSecureServer({ ...good, allowHTTP1: false }), 'http2_only'],
  ['http', 'HTTP/2 alone, without TLS', () => createHttp2(), 'http2_only'],
  [
    'https',
    'a port of http',
    () => raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n'))),
    'tls_to_plain_port',
  ],
  [
    'http',
    'a port of TLS that answers with an alert',
    () => raw((socket) => socket.once('data', () => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 10])))),
    'plain_to_tls_port',
  ],
  ['http', 'SSH', () => raw((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')), 'no_http'],
  [
    'http',
    'something else',
    () => raw((socket) => socket.once('data', () => socket.end('-ERR unknown command\r\n'))),
    'no_http',
  ],
  [
    'http',
    'a head of HTTP that is none',
    () => raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nno header\r\n\r\n'))),
    'no_http',
  ],
  [
    'http',
    'a reset',
    () => raw((socket) => socket.once('data', () => socket.resetAndDestroy())),
    'connection_cut',
  ],
  [
    'https',
    'a reset within the handshake',
    () => raw((socket) => socket.once('data', () => socket.resetAndDestroy())),
    'connection_cut',
  ],
];

it('each way of not being reached is told as what it is, by what comes from the socket', async () => {
  const ca = join(scratchFolder(), 'ca.pem');
  writeFileSync(ca, authority.cert);
  const { url, account } = await startSimulatorProcess({ env: { NODE_EXTRA_CA_CERTS: ca } });
  const expected: Record<string, string | null> = {};
  const names = new Map<string, string>();
  for (const [scheme, name, make, cause] of receivers) {
    const server = make();
    for (const event of ['tlsClientError', 'sessionError']) server.on(event, () => {});
    const webhook_url = `${scheme}://localhost:${await listening(server)}/`;
    names.set(webhook_url, name);
    expected[name] = cause;
    const body = {
      amount_reference: 1,
      currency_reference: 'USD',
      identifier: 'A-1',
      agreement_id: account.agreement_id,
      due_date_session: new Date(now + HOUR).toISOString(),
      webhook_url,
    };
    const made = await call(url, 'POST', '/api/v1/ext/payment-sessions/request', {
      token: account.token,
      body,
    });
    expect(made.status).toBe(201);
  }
  const deliveries = async (): Promise<
    { url: string; attempts: number; last_attempt: { cause: string | null } }[]
  > => (await call(url, 'GET', '/console/deliveries', { token: account.console_token })).body.data;
  await until(async () => (await deliveries()).every(({ attempts }) => attempts > 0));
  const found = (await deliveries()).map(({ url: at, last_attempt }) => [names.get(at), last_attempt.cause]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
