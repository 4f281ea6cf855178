import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { TraceEvent } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { type Account, openAccount, openSession } from './support/api.ts';
import { runSim } from './support/program.ts';
import { type Received, startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import type { Sightings } from './support/sightings.ts';
import { isSigned } from './support/signature.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

/** Nobody listens on this port: only a relay can bring webhooks for it anywhere. */
const webhook_url = 'http://localhost:1/hooks?shop=7';

interface Stage {
  readonly simulator: Simulator;
  readonly account: Account;
  readonly trace: Sightings<TraceEvent>;
  /** Where the relay is started; it keeps its place there. */
  readonly cwd: string;
}

async function start(): Promise<Stage> {
  const simulator = await startSimulator({ args: ['--accreditation-delay', '0'] });
  const account = await openAccount(simulator.url);
  const trace = await followTrace(simulator.url, account.consoleToken);
  return { simulator, account, trace, cwd: scratchFolder() };
}

function relayOf({ simulator, account, cwd }: Stage, ...more: string[]) {
  return startSimHere(['relay', '--key', account.token, '--mock', simulator.url, '--json', ...more], { cwd });
}

/** The events of a relay of this type so far and to come. */
const told = (relay: ReturnType<typeof relayOf>, type: string, count = 1) =>
  relay.lines
    .atLeast(count, (line) => JSON.parse(line).type === type, type)
    .then((lines) => lines.map((line) => JSON.parse(line)));

const headerOf = (request: Received | undefined, name: string) => String(request?.headers[name]);

describe('sim relay with rules, events and a folder; sim replay', () => {
  it('takes each webhook to its target, keeps it in a file, and sends it again byte for byte', async () => {
    const stage = await start();
    const { simulator, account, trace, cwd } = stage;
    const [shop, accounting] = [await startReceiver(), await startReceiver()];
    writeFileSync(
      `${cwd}/relay.yaml`,
      `rules:
  - match: { event: accredited, url: "*shop=7", session: { currency_reference: USD } }
    forward_to: ${accounting.url}/credits\n`,
    );
    const relay = relayOf(
      stage,
      ...['--port', String(shop.port), '--rules', 'relay.yaml'],
      ...['--events', 'paid,accredited', '--save', 'saved'],
    );
    await trace.first(({ type }) => type === 'relay.connected');
    const { id } = await openSession(simulator.url, account, { webhook_url });
    const connection = ['--mock', simulator.url, '--key', account.token];
    for (const outcome of ['paid', 'accredited']) {
      expect((await runSimHere(['outcome', id, '--outcome', outcome, ...connection])).code).toBe(0);
    }
    const paid = (await shop.received.atLeast(1))[0];
    const accredited = (await accounting.received.atLeast(1))[0];
    await told(relay, 'webhook', 2);
    expect((await relay.stop()).code).toBe(0);
    expect([paid?.event, paid?.url]).toEqual(['payment_session.paid', '/hooks?shop=7']);
    expect([accredited?.event, accredited?.url]).toEqual(['payment_session.accredited', '/credits']);
    expect([shop.received.all.length, accounting.received.all.length]).toEqual([1, 1]);
    const [created] = await trace.atLeast(3, ({ type }) => type === 'webhook.attempted');
    expect(created?.data).toMatchObject({
      status: 204,
      response_body: 'left out by the relay: --events paid,accredited',
    });

    const files = readdirSync(`${cwd}/saved`).sort();
    expect(files).toEqual([expect.stringMatching(/-paid-.*\.http$/), expect.stringMatching(/-accredited-/)]);
    const text = readFileSync(`${cwd}/saved/${files[0]}`);
    expect(text.toString().split('\r\n')[0]).toBe(`POST ${shop.url}/hooks?shop=7 HTTP/1.1`);
    expect(text.subarray(-Number(paid?.rawBody.length)).equals(paid?.rawBody as Buffer)).toBe(true);

    // Where they went before.
    const named = files.map((file) => `saved/${file}`);
    const again = await runSim(['replay', ...named, '--json'], { cwd });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(
      again.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { file: named[0], target: `${shop.url}/hooks?shop=7`, status: 200 },
      { file: named[1], target: `${accounting.url}/credits`, status: 200 },
    ]);
    const bytes = ({ method, url, headers, rawBody }: Received) => ({ method, url, headers, rawBody });
    expect(bytes(shop.received.all[1] as Received)).toEqual(bytes(paid as Received));
    expect(bytes(accounting.received.all[1] as Received)).toEqual(bytes(accredited as Received));

    // To another port, signed anew.
    const debugged = await startReceiver((_, response) => response.writeHead(418).end());
    const secret = 'whsec_of_another_account';
    const other = await runSimHere(
      ['replay', ...named, '--port', String(debugged.port), '--re-sign', secret],
      {
        cwd,
      },
    );
    expect(other.code).toBe(1);
    expect(other.stdout).toMatch(/^418 .*-paid-/);
    expect(debugged.received.all.map(({ url }) => url)).toEqual(['/hooks?shop=7', '/credits']);
    for (const [index, original] of [paid, accredited].entries()) {
      const signed = debugged.received.all[index] as Received;
      expect(isSigned(signed, secret)).toBe(true);
      expect(signed.rawBody).toEqual(original?.rawBody);
      expect(headerOf(signed, 'idempotency-key')).toBe(headerOf(original, 'idempotency-key'));
      // Whole seconds: they may be the same.
      expect(headerOf(signed, 'svc-timestamp') >= headerOf(original, 'svc-timestamp')).toBe(true);
    }
  });
});
