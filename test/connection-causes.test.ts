import { writeFileSync } from 'node:fs';
import { createServer as createHttp2, createSecureServer } from 'node:http2';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAuthority, createCertificate } from '../packages/server/src/tls/certificates.ts';
import { call, openSession } from './support/api.ts';
import { listenOnFreePort } from './support/listening.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { until } from './support/until.ts';

const HOUR = 3_600_000;
const now = Date.now();
const validityBetween = (from: number, to: number) => ({ from: now + from * HOUR, to: now + to * HOUR });
const valid = validityBetween(-1, 1);
const authority = createAuthority(validityBetween(-100, 1));
const good = createCertificate(['localhost'], valid, authority);
const https = (options: ServerOptions) => createHttps(options, (_, response) => response.end('ok'));
const wanting = { ...good, requestCert: true, rejectUnauthorized: true, ca: authority.cert };
/** Creates a server whose certificate is valid between `from` and `to`, in hours from now. */
const createTlsServer = (from: number, to: number, name = 'localhost', by = authority) => {
  return () => https(createCertificate([name], validityBetween(from, to), by));
};
/** Creates a server that runs `meet` on a connection's first bytes. */
const raw = (meet: (socket: Socket) => void) => {
  return () => createServer((socket) => socket.once('data', () => meet(socket)));
};

/** Receivers by scheme and fault, with the cause that the simulator must derive from the socket's error. */
const receivers: readonly [string, string, () => Server, cause: string | null][] = [
  ['https', 'nothing wrong', () => https(good), null],
  ['https', 'a certificate that has expired', createTlsServer(-50, -1), 'certificate_expired'],
  ['https', 'one that has not begun', createTlsServer(0.5, 1), 'certificate_expired'],
  ['https', 'one for another name', createTlsServer(-1, 1, 'other.invalid'), 'certificate_name'],
  [
    'https',
    'one of an unknown authority',
    createTlsServer(-1, 1, 'localhost', createAuthority(valid)),
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
  ['https', 'a port of http', raw((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n')), 'tls_to_plain_port'],
  [
    'http',
    'a port of TLS that answers with an alert',
    raw((socket) => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 10]))),
    'plain_to_tls_port',
  ],
  ['http', 'SSH', () => createServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')), 'no_http'],
  ['http', 'something else', raw((socket) => socket.end('-ERR unknown command\r\n')), 'no_http'],
  [
    'http',
    'a head of HTTP that is none',
    raw((socket) => socket.end('HTTP/1.1 200 OK\r\nno header\r\n\r\n')),
    'unreadable_answer',
  ],
  ['http', 'a reset', raw((socket) => socket.resetAndDestroy()), 'connection_cut'],
  ['https', 'a reset within the handshake', raw((socket) => socket.resetAndDestroy()), 'connection_cut'],
];

it('names the real cause of each connection failure', async () => {
  const ca = join(scratchFolder(), 'ca.pem');
  writeFileSync(ca, authority.cert);
  const simulator = await startSimulatorProcess({ env: { NODE_EXTRA_CA_CERTS: ca } });
  const { url, account } = simulator;
  const expected: Record<string, string | null> = {};
  const names = new Map<string, string>();
  for (const [scheme, name, make, cause] of receivers) {
    const server = make();
    for (const event of ['tlsClientError', 'sessionError']) server.on(event, () => {});
    const webhook_url = `${scheme}://localhost:${await listenOnFreePort(server)}/`;
    names.set(webhook_url, name);
    expected[name] = cause;
    await openSession(simulator, { webhook_url });
  }
  const deliveries = async (): Promise<
    { url: string; attempts: number; last_attempt: { cause: string | null } }[]
  > => (await call(url, 'GET', '/console/deliveries', { token: account.console_token })).body.data;
  await until(async () => (await deliveries()).every(({ attempts }) => attempts > 0));
  const causes = (await deliveries()).map(({ url: at, last_attempt }) => [names.get(at), last_attempt.cause]);
  expect(Object.fromEntries(causes)).toEqual(expected);
});
