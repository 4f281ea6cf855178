import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

describe.each(eachStore())('a console token by exchange, %s (contract section 10, Tokens)', (_, start) => {
  it("expires after 15 minutes of the simulator's time, whatever the account's clock shows", async () => {
    const { sim } = await start();
    const account = await sim.account();
    const { console_token: token } = (await sim.ask(account, 'POST', '/console/token')).json;
    const status = async () => (await sim.send('GET', '/console/sessions', { token })).status;
    const day = { now: new Date(sim.clock.now() + 24 * 60 * MINUTE_MS).toISOString(), frozen: true };
    await sim.ask(account, 'PUT', '/control/clock', day);
    expect(await status()).toBe(200);
    await sim.clock.advance(15 * MINUTE_MS - 1);
    expect(await status()).toBe(200);
    await sim.clock.advance(1);
    expect(await status()).toBe(401);
    expect((await sim.ask(account, 'GET', '/console/sessions')).status).toBe(200);
  });

  it('creates nothing that outlives the API token, unless the request also has the password', async () => {
    const { sim } = await start();
    const account = await sim.account();
    const exchange = (body?: object) =>
      sim.send('POST', '/console/token', { token: account.token, ...(body && { body }) });
    const requestLink = (token: string) => sim.send('POST', '/console/login-link', { token });
    const limited = (await exchange()).json.console_token;
    const refusal = await requestLink(limited);
    expect([refusal.status, refusal.json.detail]).toEqual([
      403,
      expect.stringContaining('with only the API token'),
    ]);
    const trainer = await sim.account();
    const classResponse = await sim.ask(trainer, 'POST', '/console/classes', { title: 'Trap' });
    const body = { class_code: classResponse.json.data.join_code };
    expect((await sim.send('POST', '/console/class', { token: limited, body })).status).toBe(403);
    expect((await sim.send('GET', '/console/keys/webhook-secret', { token: limited })).status).toBe(200);
    const wrong = await exchange({ password: 'a guess' });
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      [{ pointer: '/password', detail: "isn't this account's password" }],
    ]);
    const full = (await exchange({ password: 'correct horse' })).json.console_token;
    expect((await requestLink(full)).status).toBe(201);
    await sim.clock.advance(15 * MINUTE_MS);
    expect((await requestLink(full)).status).toBe(401);
  });
});

it('limits guesses of the password in hosted mode, but not exchanges without a password', async () => {
  await using sim = await TestSimulator.start({ hosted: true, trustedProxy: '127.0.0.1' });
  const account = await sim.account();
  // The client didn't register the account, so its guesses are limited.
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const exchange = async (body?: object) =>
    (await sim.send('POST', '/console/token', { token: account.token, headers, ...(body && { body }) }))
      .status;
  const guesses: number[] = [];
  for (let guess = 0; guess < 12; guess++) guesses.push(await exchange({ password: `guess ${guess}` }));
  expect(guesses).toEqual([...Array(10).fill(400), 429, 429]);
  for (let turn = 0; turn < 100; turn++) expect(await exchange()).toBe(201);
});
