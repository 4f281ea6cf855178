import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operations, replacesOrDeletes } from '@svc-simulator/contract';
import { logIn } from '@svc-simulator/test-support/browser.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../../../', import.meta.url));

/** Files that write to the store, with their number of calls and the check that admits the request. */
const writers: Readonly<Record<string, readonly [calls: number, check: string]>> = {
  'account-change.ts': [2, 'checked by its callers'],
  'accounts/account-removal.ts': [1, 'operation; a deletion that is due'],
  'accounts/account-service.ts': [1, 'registration: attempts by address'],
  'accounts/browser-sessions.ts': [3, 'a login or a link, each of which is a grant; logging out deletes'],
  'accounts/own-account-routes.ts': [1, 'operation'],
  'accounts/token-issuer.ts': [4, 'grants, by operation or takeIssuedTokens; the start of a local simulator'],
  'accounts/webhook-secret.ts': [1, 'operation'],
  'certificates/certificates.ts': [2, 'operation, or the one certificate of an account'],
  'chaos/chaos-routes.ts': [2, 'operation'],
  'classes/class-notes.ts': [1, 'operation'],
  'classes/class-service.ts': [1, 'operation'],
  'classes/class-trainer.ts': [3, 'operation'],
  'classes/membership.ts': [2, 'operation'],
  'clock/clock-routes.ts': [1, 'operation'],
  'control/control-routes.ts': [1, 'operation'],
  'deliveries/resend.ts': [1, 'operation'],
  'execute.ts': [1, 'operation'],
  'chaos/call-chaos.ts': [1, 'canStoreMore in its middleware'],
  'tokens/account-tokens.ts': [1, 'replaces the time of a token, once a minute'],
  'merchants/access-tokens.ts': [1, 'one key of the simulator'],
  'merchants/merchant-routes.ts': [2, 'operation; a login is a grant'],
  'operator/account-acts.ts': [1, 'the operator'],
  'operator/service-state.ts': [1, 'the operator'],
  'operations/guarded-store.ts': [1, 'notes of accounts that have room'],
  'passwords/failed-login-notes.ts': [1, 'replaces the count of a trainee, at most once a second'],
  'passwords/password-service.ts': [1, 'operation; a login with a one-time password is a grant'],
  'receivers/receivers.ts': [1, 'takePublic'],
  'script/script-routes.ts': [2, 'operation'],
  'sessions/session-service.ts': [1, 'operation; a payment by takePublic'],
  'snapshots/snapshot-loading.ts': [1, 'operation'],
  'terminals/terminal-service.ts': [2, 'a pairing code that an operation made; unlinking, once'],
  'timer-handler.ts': [1, 'work that is due'],
  'webhooks/dispatcher.ts': [1, 'work that is due'],
  'webhooks/held-deliveries.ts': [3, 'work that is due'],
  'webhooks/relay/relay-hub.ts': [2, 'takeChange of each relay that connects'],
  'webhooks/relay/relay-replay.ts': [2, 'webhooks that were missed, of a relay that was admitted'],
};

describe('stored data of an account', () => {
  it('is written only by the listed files, with the listed number of calls', () => {
    const stores: Record<string, number> = {};
    for (const name of ['server', 'web', 'mcp', 'simulator'])
      for (const file of readdirSync(`${packages}${name}/src`, { recursive: true, encoding: 'utf8' })) {
        if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
        const calls = readFileSync(`${packages}${name}/src/${file}`, 'utf8').match(
          /\.transact[<(]|\bchangeAccount[<(]/g,
        );
        if (calls) stores[name === 'server' ? file : `${name}/${file}`] = calls.length;
      }
    expect(stores).toEqual(
      Object.fromEntries(Object.entries(writers).map(([file, [calls]]) => [file, calls])),
    );
  });

  it('grows by at most 60 events after the account is full, whichever operations a client calls', async () => {
    await using sim = await TestSimulator.start({ hosted: true, quotas: '{"stored_mib":1}' });
    const account = await sim.account();
    const session = await sim.button(account);
    const chaos = await sim.ask(account, 'PUT', '/control/chaos', { error_rate: 1, seed: 1 });
    expect(chaos.status).toBe(200);
    for (let count = 0; count < 17; count++)
      await sim.send('POST', `/console/hooks/${account.id}/captura`, { body: 'x'.repeat(65_536) });
    const before = await eventsOf(sim, account);
    const changing = operations.filter(
      ({ path, auth, ...own }) =>
        replacesOrDeletes({ auth, ...own }) && /^(api|console)$/.test(auth) && !path.includes('{'),
    );
    expect(changing.length).toBeGreaterThan(3);
    const calls = [
      ...changing.map(
        ({ method, path, example = {} }) =>
          () =>
            sim.ask(account, method, path, example),
      ),
      () => sim.ask(account, 'GET', `/api/v1/ext/payment-sessions/status/${session}`),
      () => sim.ask(account, 'GET', '/api/v1/ext/payment-stops'),
    ];
    const statuses = new Set<number>();
    for (const call of calls) for (let count = 0; count < 70; count++) statuses.add((await call()).status);
    expect(statuses).toContain(429);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect((await eventsOf(sim, account)) - before).toBeLessThanOrEqual(60);
  });

  it("limits a browser's tokens to the account's quota per minute", async () => {
    await using sim = await TestSimulator.start({ hosted: true, quotas: '{"public_per_minute":9}' });
    const account = await sim.account();
    const browser = await logIn(sim, account);
    const requestReference = async () => (await browser.post('/console/reference')).status;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push(await requestReference());
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    await sim.clock.advance(14_000);
    expect(await requestReference()).toBe(200);
  });
});

async function eventsOf(sim: TestSimulator, account: TestAccount): Promise<number> {
  const { text } = await sim.ask(account, 'GET', '/console/trace?order=desc&limit=1');
  return Number(/"id":\s*(\d+)/.exec(text)?.[1]);
}
