import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { buttonBody, call, openAccount } from './support/api.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { until } from './support/until.ts';

const DRAIN_MS = 1500;

it('says on /ready that it stops, goes on serving meanwhile, and ends what is in flight', async () => {
  const simulator = await startSimulatorProcess({ args: ['--hosted', '--drain', String(DRAIN_MS)] });
  const { url } = simulator;
  const { token, agreementId } = await openAccount(url);
  expect((await call(url, 'GET', '/ready')).status).toBe(200);

  // A request of which half has come when the signal does.
  const body = JSON.stringify(buttonBody(agreementId));
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  socket.write(
    `POST /api/v1/ext/payment-sessions/buttons HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  );

  simulator.signal('SIGTERM');
  let ready = await call(url, 'GET', '/ready');
  await until(async () => {
    ready = await call(url, 'GET', '/ready');
    return ready.status !== 200;
  });
  expect(ready).toMatchObject({ status: 503, body: { errors: [{ pointer: '/draining' }] } });
  // Balancers have not noticed yet: what they still send is served.
  const session = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
    token,
    body: buttonBody(agreementId),
  });
  expect(session.status).toBe(201);

  socket.write(body.slice(20));
  expect(await simulator.exited).toEqual({ code: 0, signal: null });
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
});
