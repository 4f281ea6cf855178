import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buttonBody, call, openAccount, openSession } from './support/api.ts';
import { startSim } from './support/program.ts';
import { startRawServer, startReceiver } from './support/receiver.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

const buttons = '/api/v1/ext/payment-sessions/buttons';

it('survives requests that are none', async () => {
  const simulator = await startSimulator();
  const head = `POST ${buttons} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${simulator.account.token}\r\n`;
  const json = `${head}content-type: application/json\r\n`;
  const garbage: (string | Buffer)[] = [
    Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 197) % 256)),
    '\r\n\r\n\r\n\r\n',
    'GET\r\n\r\n',
    'GET /health HTTP/9.9\r\n\r\n',
    'GET http://[::bad/ HTTP/1.1\r\nhost: localhost\r\n\r\n',
    'GET //%zz%00/../../etc HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    'GET /pay/%E0%A4%A HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    'GET /health HTTP/1.1\r\nhost: \u00ff\u00fe\r\nconnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    'CONNECT localhost:1 HTTP/1.1\r\nhost: localhost\r\n\r\n',
    `GET /health HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`,
    `${json}content-length: 10\r\n\r\n{"amount_reference": 25.5, "more than ten bytes": true}`,
    `${json}content-length: 1000\r\n\r\n{"ends before`,
    `${json}content-length: -1\r\n\r\n{}`,
    `${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
    `${json}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    `${json}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n`,
    `${json}content-encoding: gzip\r\ncontent-length: 4\r\nconnection: close\r\n\r\nGZIP`,
    'GET /relay HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: short\r\nsec-websocket-version: 13\r\n\r\n',
    'GET /console/trace HTTP/1.1\r\nhost: localhost\r\nupgrade: h2c\r\nconnection: upgrade, close\r\n\r\n',
  ];
  await Promise.all(garbage.map((bytes) => sendRaw(simulator, bytes)));
  await expectUnharmed(simulator);
});

it('answers every malformed body with a problem, and changes nothing', async () => {
  const simulator = await startSimulator();
  const { token, console_token, agreement_id } = simulator.account;
  const good = JSON.stringify(buttonBody(agreement_id));
  const bodies: [string, number][] = [
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['[]', 400],
    ['"text"', 400],
    [good.replace('25.5', '1e400'), 400],
    [good.replace('25.5', '-1'), 400],
    [good.replace('25.5', '0.001'), 400],
    [good.replace('25.5', '"25.5"'), 400],
    [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
    [`${'['.repeat(500_000)}`, 400],
    [`{"__proto__":{"agreement_id":"${agreement_id}"},"constructor":{"prototype":{"x":1}}}`, 400],
    [good.replace('Pedido', '\\ud800'.repeat(501)), 400],
    [good.replace('}', `,"description":"${'x'.repeat(1_100_000)}"}`), 413],
  ];
  for (const [text, status] of bodies) {
    const response = await fetch(`${simulator.url}${buttons}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    const about = `${text.slice(0, 60)} → ${response.status}`;
    expect(response.status, about).toBe(status);
    expect(response.headers.get('content-type'), about).toMatch(/^application\/problem\+json/);
    expect(await response.json(), about).toMatchObject({ status, title: expect.any(String) });
  }
  const sessions = await call(simulator.url, 'GET', '/console/sessions', { token: console_token });
  expect(sessions.body.data).toEqual([]);
  await expectUnharmed(simulator);
});

it('survives webhook receivers that break off, babble or never end, and gives up on each', async () => {
  const simulator = await startSimulator();
  const account = await openAccount(simulator.url);
  const trace = await followTrace(simulator.url, account.consoleToken);
  const answers: Record<string, string | Buffer | null> = {
    'resets at once': null,
    'is no HTTP': Buffer.from([0, 1, 2, 3, 255, 254]),
    'breaks off in the head': 'HTTP/1.1 200 OK\r\ncontent-le',
    'breaks off in the body': 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort',
    'says 99': 'HTTP/1.1 99 Odd\r\ncontent-length: 0\r\n\r\n',
    redirects: 'HTTP/1.1 307 Elsewhere\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n',
    'has a bad chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'has a huge head': `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`,
  };
  const sessions = await Promise.all(
    Object.entries(answers).map(async ([name, bytes]) => {
      const url = await startRawServer((socket) =>
        bytes === null ? socket.resetAndDestroy() : socket.end(bytes),
      );
      return { name, id: (await openSession(simulator.url, account, { webhook_url: url })).id };
    }),
  );
  // Two more that never end; what becomes of them is not waited for, only that they harm nobody.
  const endless = await startRawServer((socket) => {
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const pour = () => {
      while (socket.writable && socket.write(chunk));
      socket.once('drain', pour);
    };
    pour();
  });
  const silent = await startRawServer(() => {});
  for (const webhook_url of [endless, silent]) await openSession(simulator.url, account, { webhook_url });

  for (const { name, id } of sessions) {
    await trace.first(({ type, session_id }) => type === 'webhook.gave_up' && session_id === id, name);
    const attempts = trace.all.filter(
      ({ type, session_id }) => type === 'webhook.attempted' && session_id === id,
    );
    expect(
      attempts.map(({ data }) => data.attempt),
      name,
    ).toEqual([1, 2, 3]);
  }
  const receiver = await startReceiver();
  const { id } = await openSession(simulator.url, account, { webhook_url: receiver.url });
  await receiver.received.first(({ sessionId }) => sessionId === id, 'a webhook to a healthy receiver');
  await expectUnharmed(simulator);
});

it('survives a relay that sends rubbish, and one that vanishes', async () => {
  const simulator = await startSimulator();
  const account = await openAccount(simulator.url);
  const trace = await followTrace(simulator.url, account.consoleToken);
  const rubbish: (string | Buffer)[] = [
    '',
    '{',
    'null',
    '[]',
    '42',
    '{"type":"nonsense"}',
    '{"type":"result"}',
    '{"type":"result","delivery_id":"unknown","attempt":1,"status":200}',
    '{"type":"result","delivery_id":{},"attempt":"x","status":"200"}',
    '{"type":"result","delivery_id":"unknown","attempt":1e400,"status":-1,"response_base64":17}',
    '{"type":"webhook","__proto__":{"x":1}}',
    Buffer.from([0xff, 0xfe, 0x00]),
    'x'.repeat(5_000_000),
  ];
  for (const frame of rubbish) {
    const socket = await connectRelay(simulator, account.token);
    socket.send(frame);
    socket.close();
    await once(socket, 'close');
  }

  // Vanishes with a webhook in its hands: the attempt fails, and the next goes to the relay that comes after.
  const vanishing = await connectRelay(simulator, account.token);
  // The webhook may come before the answer to the call that caused it.
  const coming = once(vanishing, 'message');
  const { id } = await openSession(simulator.url, account, { webhook_url: 'http://localhost:1/webhooks' });
  const [frame] = await coming;
  expect(JSON.parse(String(frame))).toMatchObject({ type: 'webhook', attempt: 1 });
  vanishing.terminate();
  const receiver = await startReceiver();
  const relay = startSim([
    'relay',
    ...['--key', account.token, '--mock', simulator.url, '--forward-to', `${receiver.url}/forwarded`],
  ]);
  await receiver.received.first(
    ({ sessionId, url }) => sessionId === id && url === '/forwarded',
    'the retry',
  );
  await trace.first(({ type, session_id }) => type === 'webhook.delivered' && session_id === id);
  await relay.stop();
  await expectUnharmed(simulator);
});

/** Sends bytes to the simulator's port and waits until the connection is over, whoever ends it. */
async function sendRaw({ url }: Simulator, bytes: string | Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  socket.end(bytes);
  if (!socket.closed) await once(socket, 'close');
}

async function connectRelay({ url }: Simulator, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/relay`, {
    headers: { authorization: `Bearer ${token}` },
  });
  socket.on('error', () => {});
  const [ready] = await once(socket, 'message');
  expect(JSON.parse(String(ready))).toMatchObject({ type: 'ready' });
  return socket;
}

/** The simulator answers, still does its work, and ends in good order. */
async function expectUnharmed(simulator: Simulator): Promise<void> {
  const { url, account } = simulator;
  expect((await call(url, 'GET', '/health')).body.data).toMatchObject({ status: 'ok' });
  await openSession(url, { token: account.token, agreementId: account.agreement_id });
  expect(simulator.stderr()).not.toMatch(/^\s+at .*\(?(file|node):/m);
  expect(await simulator.stop()).toEqual({ code: 0, signal: null });
}
