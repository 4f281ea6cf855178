import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { call, openAccount } from '../support/api.ts';
import { openMerchant } from '../support/merchant.ts';
import { testDatabase } from '../support/postgres.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startSimulatorProcess } from '../support/simulator.ts';

/** `GUESS_SECONDS=10 npm run test:proof -- guesses` shortens the test. */
const SECONDS = Number(process.env.GUESS_SECONDS ?? 60);
const GUESSERS = 150;
/** The serial in the documentation's example, which every trainee of a class uses. */
const SERIAL = 'SN-000123';

const stores = {
  'in a directory': async () => [await start({ dataDir: scratchFolder() })],
  'on PostgreSQL with two instances': async () => {
    const env = { SIM_DATABASE: await testDatabase() };
    return [await start({ env }), await start({ env })];
  },
};

it.each(Object.entries(stores))(
  `accepts every correct password and pairing code while an IPv6 /56 and 200 hosts guess for ${SECONDS} s, %s`,
  async (_, startInstances) => {
    const instances = await startInstances();
    let turn = 0;
    const nextUrl = () => instances[turn++ % instances.length]?.url ?? '';
    const account = await openAccount(nextUrl());
    const merchants = [await openMerchant(nextUrl()), await openMerchant(nextUrl())];
    const logIn = (from: string, password: string) =>
      call(nextUrl(), 'POST', '/console/login', {
        body: { short_name: account.short_name, password },
        headers: { 'x-forwarded-for': from },
      });
    const activate = (from: string, code: string) =>
      call(nextUrl(), 'POST', `/api/v1/pos-terminals/${SERIAL}/pairing/activate`, {
        body: { serial: SERIAL, code },
        headers: { 'x-forwarded-for': from },
      });

    const until = performance.now() + SECONDS * 1000;
    const guesses: Record<number, number> = {};
    const guess = async (guesser: number) => {
      for (let count = guesser; performance.now() < until; count++) {
        const from =
          count % 2 ? `2001:db8:1:${(count % 256).toString(16)}::${count % 7}` : `203.0.113.${count % 200}`;
        const { status } = await (guesser % 2 ? logIn(from, randomUUID()) : activate(from, '!!!!!!'));
        guesses[status] = (guesses[status] ?? 0) + 1;
      }
    };
    const times: number[] = [];
    const refusals: unknown[] = [];
    const timed = async (act: () => ReturnType<typeof call>) => {
      const startMs = performance.now();
      const { status, body } = await act();
      times.push(performance.now() - startMs);
      if (status !== 200) refusals.push([status, body]);
    };
    const work = async () => {
      for (let round = 0; performance.now() < until; round++) {
        // From many hosts, because a host can log in only 30 times a minute.
        const from = `198.51.100.${round % 100}`;
        await timed(() => logIn(from, account.password));
        for (const merchant of merchants) {
          const code = await merchant.pairingCode(SERIAL);
          await timed(() => activate(from, code));
          await merchant.send('DELETE', `/pos-terminals/${SERIAL}/pairing`);
        }
      }
    };
    await Promise.all([work(), ...Array.from({ length: GUESSERS }, (_, guesser) => guess(guesser))]);

    const p95 = times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.95)];
    console.info(
      `${times.length} right ones, p95 ${Math.round(p95 ?? 0)} ms; guesses by status ${JSON.stringify(guesses)}`,
    );
    expect(refusals).toEqual([]);
    expect(times.length).toBeGreaterThanOrEqual(SECONDS / 5);
    expect(guesses[429]).toBeGreaterThan(0);
    expect(Object.keys(guesses).filter((status) => !['400', '401', '429', '503'].includes(status))).toEqual(
      [],
    );
  },
  SECONDS * 2000 + 120_000,
);

function start(store: { readonly dataDir?: string; readonly env?: Readonly<Record<string, string>> }) {
  return startSimulatorProcess({ ...store, args: ['--hosted', '--quiet', '--trusted-proxy', '127.0.0.1'] });
}
