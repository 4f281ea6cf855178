import { expect, it } from 'vitest';
import { call, openSession, paymentForm, submitPayment } from './support/api.ts';
import { type Received, startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { Sightings } from './support/sightings.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

const KILLS = 10;
const CLIENTS = 8;

it('loses nothing that it acknowledged when it is killed under load, ten times over', async () => {
  const dataDir = scratchFolder();
  const taken = new Sightings<Received>('webhook that was answered 200');
  const refusedOnce = new Set<string>();
  const receiver = await startReceiver((webhook, response) => {
    const key = String(webhook.headers['idempotency-key']);
    // A quarter is refused the first time, so that retries are due across the kills too.
    if (/[0-3]$/.test(key) && !refusedOnce.has(key)) {
      refusedOnce.add(key);
      response.writeHead(500).end();
      return;
    }
    taken.add(webhook);
    response.end('ok');
  });
  const created = new Set<string>();
  const paid = new Set<string>();
  // Longer than a round, so that accreditations are due across the kills.
  const start = () => startSimulator({ dataDir, args: ['--accreditation-delay', '1500'] });

  const first = await start();
  const { account } = first;
  let simulator = first;
  for (let kill = 1; kill <= KILLS; kill++) {
    const enough = created.size + 25 + kill;
    await loadUntilKilled(simulator, receiver.url, created, paid, () => created.size >= enough);
    simulator = await start();
    expect(simulator.account, 'the credentials outlive the process').toEqual(account);
    await expectAll(simulator, created, paid);
  }

  const takenFor = (id: string, kind: string) =>
    taken.first(({ event, sessionId }) => event === kind && sessionId === id, `${kind} of ${id}`);
  await Promise.all([...created].map((id) => takenFor(id, 'payment_session.created')));
  await Promise.all([...paid].map((id) => takenFor(id, 'payment_session.accredited')));

  expect(paid.size).toBeGreaterThanOrEqual(KILLS);
  const emissions = new Map<string, Set<string>>();
  for (const { event, sessionId, headers, rawBody } of receiver.received.all) {
    const emission = `${event} ${sessionId}`;
    const bytes = `${headers['idempotency-key']} ${headers['svc-signature']} ${rawBody}`;
    emissions.set(emission, (emissions.get(emission) ?? new Set()).add(bytes));
  }
  const changed = [...emissions].filter(([, bytes]) => bytes.size > 1);
  expect(changed, 'a webhook that comes again comes with the same key and bytes').toEqual([]);

  expect(await simulator.stop()).toEqual({ code: 0, signal: null });
});

/** Clients create and pay as fast as they can; the simulator dies in the middle of it. */
async function loadUntilKilled(
  simulator: Simulator,
  webhookUrl: string,
  created: Set<string>,
  paid: Set<string>,
  enough: () => boolean,
): Promise<void> {
  const { url, account } = simulator;
  const customer = { token: account.token, agreementId: account.agreement_id };
  const client = async () => {
    for (;;) {
      try {
        const { id } = await openSession(url, customer, { webhook_url: webhookUrl });
        created.add(id);
        if (enough()) simulator.signal('SIGKILL');
        const answer = await submitPayment(url, id, paymentForm('000000'));
        if (answer.status === 303) paid.add(id);
      } catch {
        return; // the simulator is dead; what it did not answer is nobody's loss
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  expect(await simulator.exited).toEqual({ code: null, signal: 'SIGKILL' });
}

async function expectAll(
  { url, account }: Simulator,
  created: Set<string>,
  paid: Set<string>,
): Promise<void> {
  const lost: string[] = [];
  await Promise.all(
    [...created].map(async (id) => {
      const { status, body } = await call(url, 'GET', `/api/v1/ext/payment-sessions/status/${id}`, {
        token: account.token,
      });
      if (status !== 200) lost.push(`session ${id}: ${status}`);
      else if (paid.has(id) && body.data.status !== 'paid')
        lost.push(`payment of ${id}: ${body.data.status}`);
    }),
  );
  expect(lost).toEqual([]);
}
