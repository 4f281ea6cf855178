import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forceOutcome } from './chaos-scene.ts';
import { sendSigned } from './merchant.ts';
import { FakeRelay } from './relay.ts';
import type { TestSimulator } from './simulator.ts';
import {
  accountIn,
  differences,
  load,
  makeScene,
  NOBODY,
  saveFile,
  saveText,
  statusOf,
} from './snapshot-scene.ts';
import { SeenTrace } from './trace.ts';

const HOUR_MS = 3_600_000;

/** Defines the tests of snapshots for one kind of store. `start` returns a simulator on a new store. */
export function describeSnapshots(name: string, start: () => Promise<TestSimulator>): void {
  describe(`snapshots on ${name}`, () => {
    let sim: TestSimulator;
    beforeAll(async () => {
      sim = await start();
    });
    afterAll(() => sim.close());

    it('saves the same bytes for the same state, without any secrets', async () => {
      const { account, secrets } = await makeScene(sim);
      const text = await saveText(sim, account);
      expect(await saveText(sim, account)).toBe(text);
      for (const secret of secrets) expect(text).not.toContain(secret);
      const savedAccount = accountIn(JSON.parse(text));
      expect(savedAccount.sessions.map(({ fields }) => fields.identifier)).toEqual([
        'done',
        'failed',
        'request',
        'paid',
        'pending',
      ]);
      expect(savedAccount.terminals).toMatchObject([{ state: 'linked' }]);
      expect(savedAccount.chaos).toMatchObject({ seed: 7, event: expect.any(Number) });
      expect(savedAccount.script).toMatchObject({ ready: 'magic_amounts', rules: [{}] });
      expect(savedAccount.script?.handedOut[0]).toBe(1);
      expect(savedAccount.sessions[2]?.script).toMatchObject({ rule: 0, step: 0 });
      expect(savedAccount.trace.map(({ id }) => id)).toEqual(savedAccount.trace.map((_, at) => at + 1));
    });

    it('differs from a later snapshot only by the changes in between, and undoes them when loaded', async () => {
      const { account, pending, accredited } = await makeScene(sim);
      const before = await saveFile(sim, account);
      await forceOutcome(sim, account, pending, 1, 'paid');
      await sim.ask(account, 'PUT', '/console/settings', { webhook_body: 'data' });
      const after = await saveFile(sim, account);
      expect(differences(before, after).filter((line) => !line.startsWith('added'))).toEqual([
        'changed account /settings/webhook_body',
        ...['payment', 'status'].map((field) => `changed sessions ${pending}/${field}`),
      ]);
      expect(differences(before, after)).toContain('added trace session.paid');
      const other = await sim.button(account);
      const loadedState = await load(sim, account, before);
      expect(loadedState.json).toMatchObject({
        status: 200,
        data: { account_id: account.id, loaded: { sessions: 5 } },
      });
      expect(differences(before, await saveFile(sim, account))).toEqual([]);
      expect((await statusOf(sim, account, pending)).data.status).toBe('pending');
      expect((await statusOf(sim, account, other)).status).toBe(404);
      const { receiver_credits } = (await statusOf(sim, account, accredited)).data.session_payment;
      expect(Object.keys(receiver_credits)).toHaveLength(2);
    });

    it('restores timers with the same remaining time', async () => {
      const { account, pending, paid } = await makeScene(sim);
      const file = await saveFile(sim, account);
      const traceBeforeLoad = new SeenTrace(sim);
      await sim.clock.advance(HOUR_MS);
      await traceBeforeLoad.of(pending, 'session.expired');
      const trace = new SeenTrace(sim);
      const loadedState = await load(sim, account, file);
      expect(loadedState.json.data.shifted_ms).toBe(HOUR_MS);
      expect(differences(file, await saveFile(sim, account))).toEqual([]);
      await sim.clock.advance(4999);
      expect((await statusOf(sim, account, paid)).data.session_payment.receiver_credits).toBeNull();
      await sim.clock.advance(1);
      await trace.of(paid, 'session.accredited');
      await sim.clock.advance(5 * 60_000 - 5001);
      expect((await statusOf(sim, account, pending)).data.status).toBe('pending');
      await sim.clock.advance(1);
      await trace.of(pending, 'session.expired');
    });

    it('restores a delivery that waits for its next attempt, with the signed bytes', async () => {
      const account = await sim.account();
      const trace = new SeenTrace(sim);
      const id = await sim.button(account, { webhook_url: NOBODY });
      await trace.of(id, 'webhook.attempted');
      const file = await saveFile(sim, account);
      expect(accountIn(file).deliveries).toMatchObject([
        { state: 'open', attempts: 1, emission: expect.any(Number) },
      ]);
      const small = JSON.parse(await saveText(sim, account, '?trace=none'));
      expect(accountIn(small).trace.map(({ type }) => type)).toEqual([
        'webhook.emitted',
        'webhook.attempted',
      ]);
      await sim.ask(account, 'POST', '/control/reset');
      for (const savedFile of [small, file]) {
        expect((await load(sim, account, savedFile)).status).toBe(200);
        const events = await sim.trace(account, `&session_id=${id}`);
        expect(events.find(({ type }) => type === 'webhook.emitted')?.data).toEqual(
          accountIn(file).trace.find(({ type }) => type === 'webhook.emitted')?.data,
        );
      }
      const traceAfterLoad = new SeenTrace(sim);
      await sim.clock.advance(2000);
      expect((await traceAfterLoad.of(id, 'webhook.attempted')).data).toMatchObject({ attempt: 2 });
    });

    it.each(['', '?trace=none'])("restores the result of a delivery's last attempt: %s", async (query) => {
      const account = await sim.account();
      const id = await sim.button(account, { webhook_url: NOBODY });
      await new SeenTrace(sim).of(id, 'webhook.attempted');
      const lastAttempt = async () => {
        const { json } = await sim.ask(account, 'GET', `/console/deliveries?q=${id}`);
        return json.data[0].last_attempt;
      };
      const before = await lastAttempt();
      expect(before).toMatchObject({ status: null, cause: expect.any(String) });
      const file = JSON.parse(await saveText(sim, account, query));
      await sim.ask(account, 'POST', '/control/reset');
      await load(sim, account, file);
      expect(await lastAttempt()).toEqual(before);
    });

    it('restores a frozen clock to the same time, and a running one to the same offset', async () => {
      const account = await sim.account();
      const setClock = (body: object) => sim.ask(account, 'PUT', '/control/clock', body);
      await setClock({ now: '2031-05-04T00:00:00.000Z', frozen: true });
      const id = await sim.button(account);
      const frozen = await saveText(sim, account);
      await setClock({ frozen: false });
      const trace = new SeenTrace(sim);
      await sim.clock.advance(HOUR_MS);
      await trace.of(id, 'session.expired');
      const running = await saveFile(sim, account);
      await sim.clock.advance(HOUR_MS);
      expect((await load(sim, account, frozen)).json.data).toMatchObject({
        now: '2031-05-04T00:00:00.000Z',
        shifted_ms: 0,
      });
      expect(linesOf(await saveText(sim, account))).toEqual(linesOf(frozen));
      expect((await statusOf(sim, account, id)).data.created_at).toBe('2031-05-04T00:00:00.000Z');
      const loadedState = (await load(sim, account, running)).json.data;
      expect(loadedState).toMatchObject({ now: '2031-05-04T02:00:00.000Z', shifted_ms: HOUR_MS });
      expect(differences(running, await saveFile(sim, account))).toEqual([]);
      const clockState = await sim.ask(account, 'GET', '/control/clock');
      expect(clockState.json.data).toMatchObject({ now: '2031-05-04T02:00:00.000Z', frozen: false });
    });

    it('keeps the account’s credentials and linked terminals, and continues event numbers', async () => {
      const { account, serial, terminalSecret } = await makeScene(sim);
      const file = await saveFile(sim, account);
      const before = (await sim.ask(account, 'GET', '/console/trace?order=desc&limit=1')).json;
      await load(sim, account, file);
      const [first, second] = (await sim.ask(account, 'GET', '/console/trace')).json.data;
      expect(first).toMatchObject({ type: 'control.snapshot', id: before.data[0].id + 1 });
      expect(second).toMatchObject({ type: 'account.registered', id: first.id + 1 });
      const terminal = { serial, secret: terminalSecret };
      expect((await sendSigned(sim, terminal, 'GET', '/transactions')).json.data).toHaveLength(1);
    });

    it('keeps a relay connected, and accepts its pending result', async () => {
      const account = await sim.account();
      const relay = await FakeRelay.connect(sim.url, account.token);
      const id = await sim.button(account, { webhook_url: 'http://localhost:3000/hook' });
      const pendingWebhook = await relay.webhook(id);
      const file = await saveFile(sim, account);
      expect(accountIn(file).deliveries).toMatchObject([{ state: 'open', attempts: 0 }]);
      expect((await load(sim, account, file)).status).toBe(200);
      const trace = new SeenTrace(sim);
      relay.answer(pendingWebhook, { status: 200 });
      expect((await trace.of(id, 'webhook.delivered')).data).toMatchObject({ attempts: 1, via: 'relay' });
      await forceOutcome(sim, account, id, 1, 'paid');
      const isPaid = (frame: { type: string; delivery_id?: string }) =>
        frame.type === 'webhook' && frame.delivery_id !== pendingWebhook.delivery_id;
      relay.answer(await relay.frames.first(isPaid, 'the next webhook'), { status: 200 });
      await trace.of(id, 'webhook.delivered', 2);
    });

    it('sends the loaded events to streams that follow the trace', async () => {
      const { account } = await makeScene(sim);
      const file = await saveFile(sim, account);
      const last = (await sim.ask(account, 'GET', '/console/trace?order=desc&limit=1')).json;
      const stream = await fetch(`${sim.url}/console/trace?after=${last.data[0].id}`, {
        headers: { authorization: `Bearer ${account.console}`, accept: 'text/event-stream' },
      });
      const read = typesIn(stream);
      await load(sim, account, file);
      await sim.button(account);
      const types: string[] = [];
      for await (const type of read) {
        types.push(type);
        if (types.length > accountIn(file).trace.length + 1) break;
      }
      expect(types).toEqual([
        'control.snapshot',
        ...accountIn(file).trace.map(({ type }) => type),
        'session.created',
      ]);
    });
  });
}

/** Removes the line with the time of saving. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('  "saved_at"'));
}

async function* typesIn({ body }: Response): AsyncGenerator<string> {
  let text = '';
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString();
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data) yield JSON.parse(data).type;
    }
  }
}
