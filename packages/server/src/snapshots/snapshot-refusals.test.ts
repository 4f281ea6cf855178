import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { pointersOf } from '@svc-simulator/test-support/merchant.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import {
  accountIn,
  differences,
  load,
  makeScene,
  saveFile,
  saveText,
} from '@svc-simulator/test-support/snapshot-scene.ts';
import { describe, expect, it } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: files that are wrong on purpose.
type Loose = any;

describe('an invalid snapshot file', async () => {
  const sim = await simulatorOfBlock();
  const scene = await makeScene(sim);
  const file = await saveFile(sim, scene.account);

  /** Loads the file with one change, and checks that the account keeps its data. */
  async function loadChanged(
    change: (account: Loose, file: Loose) => void,
    account: TestAccount = scene.account,
  ) {
    const before = await saveFile(sim, account);
    const changedFile: Loose = structuredClone(file);
    change(changedFile.accounts?.[0], changedFile);
    const answer = await load(sim, account, changedFile);
    expect(differences(before, await saveFile(sim, account))).toEqual([]);
    return answer;
  }

  /**
   * Each fault, its pointer (below the account unless it begins with a slash), and the change that causes it.
   */
  const faultyFiles: [what: string, pointer: string, change: (one: Loose, file: Loose) => void][] = [
    [
      'an agreement whose title is no text',
      'agreements/0/fields/title',
      (one) => (one.agreements[0].fields.title = { es: 'x' }),
    ],
    ['a partner without a name', 'partners/0/fields/name', (one) => delete one.partners[0].fields.name],
    ['another format', '/format', (_, file) => (file.format = 'something/else')],
    ['a newer version', '/version', (_, file) => (file.version = 2)],
    ['no accounts', '/accounts', (_, file) => (file.accounts = [])],
    ['an account twice', '/accounts/1', (one, file) => file.accounts.push(one)],
    ['a list that nobody knows', '/accounts/0', (one) => (one.coupons = [])],
    ['a list that is missing', 'sessions', (one) => delete one.sessions],
    ['a status that is none', 'sessions/4/status', (one) => (one.sessions[4].status = 'lost')],
    ['a field that nobody knows', 'sessions/0', (one) => (one.sessions[0].extra = 1)],
    ['a session twice', 'sessions/5', (one) => one.sessions.push(one.sessions[0])],
    ['an id that is no UUID', 'sessions/0/id', (one) => (one.sessions[0].id = '../../etc')],
    ['no time', 'sessions/0/createdAt', (one) => (one.sessions[0].createdAt = 'yesterday')],
    [
      'a page that runs a script',
      'sessions/4/fields/success_url',
      (one) => (one.sessions[4].fields.success_url = 'javascript:alert(1)'),
    ],
    [
      'an accreditation that is due for ever',
      'sessions/4/accreditationDue',
      (one) => (one.sessions[4].accreditationDue = { at: one.now, outcome: 'accredited' }),
    ],
    [
      'an amount that is not the one of its fields',
      'sessions/4/amountMinor',
      (one) => (one.sessions[4].amountMinor = 1),
    ],
    ['an event with another number', 'trace/1/id', (one) => (one.trace[1].id = 900)],
    [
      'a header that no webhook has',
      'trace/0/data/headers',
      (one) =>
        Object.assign(one.trace[0], {
          type: 'webhook.emitted',
          data: { raw_body: '', headers: { host: 'x' } },
        }),
    ],
    [
      'an event that no page can show',
      'trace/0/data/injected',
      (one) => Object.assign(one.trace[0], { type: 'chaos.cleared', data: { injected: null } }),
    ],
    [
      'a delivery of nothing',
      'deliveries/0/emission',
      (one) => one.deliveries.push({ ...firstDelivery(one), emission: 1 }),
    ],
    [
      'a delivery that waits and is over',
      'deliveries/0/nextAttemptAt',
      (one) => one.deliveries.push({ ...firstDelivery(one), state: 'delivered', nextAttemptAt: one.now }),
    ],
    [
      'a delivery to something else than the web',
      'deliveries/0/url',
      (one) => one.deliveries.push({ ...firstDelivery(one), url: 'file:///etc/passwd' }),
    ],
    [
      'a closing of somebody else’s terminal',
      'settlements/0/terminalId',
      (one) =>
        one.settlements.push({
          terminalId: crypto.randomUUID(),
          serial: 'SN-1',
          batchNumber: 1,
          transactionCount: 0,
          closedAt: one.now,
          currencyReference: 'USD',
          createdAt: one.now,
        }),
    ],
  ];

  function firstDelivery(one: Loose) {
    return {
      id: crypto.randomUUID(),
      sessionId: one.sessions[0].id,
      event: 'payment_session.paid',
      url: 'http://shop.invalid/',
      route: 'direct',
      idempotencyKey: crypto.randomUUID(),
      emission: null,
      state: 'open',
      attempts: 0,
      nextAttemptAt: one.now,
      createdAt: one.now,
      updatedAt: one.now,
    };
  }

  it.each(faultyFiles)('returns 400 for %s at %s', async (_, pointer, change) => {
    const answer = await loadChanged(change);
    const fullPointer = pointer.startsWith('/') ? pointer : `/accounts/0/${pointer}`;
    expect([answer.status, pointersOf(answer)]).toEqual([400, [fullPointer]]);
  });

  it('tells the user what to do about a newer version', async () => {
    const answer = await loadChanged((_, file) => {
      file.version = 2;
    });
    expect(answer.json.detail).toBe(
      '/version: is 2, but this simulator reads version 1: load the file with a newer svc-simulator, or save it again with this version',
    );
  });

  it('reports only the first 50 faults', async () => {
    const answer = await loadChanged((one) => {
      one.sessions = Array.from({ length: 90_000 }, () => null);
    });
    expect([answer.status, answer.json.errors.length]).toEqual([400, 50]);
    const longerAnswer = await loadChanged((one) => {
      one.sessions = Array.from({ length: 100_001 }, () => null);
    });
    expect(pointersOf(longerAnswer)).toEqual(['/accounts/0/sessions']);
  });

  it("is refused if it isn't JSON, is nested too deeply, or has a __proto__ member", async () => {
    expect((await load(sim, scene.account, '{')).json.errors[0].pointer).toBe('');
    expect((await load(sim, scene.account, '['.repeat(50) + ']'.repeat(50))).status).toBe(400);
    const text = await saveText(sim, scene.account);
    const polluted = text.replace('"format"', '"__proto__": {"polluted": true},\n  "format"');
    expect((await load(sim, scene.account, polluted)).status).toBe(400);
    expect(({} as Loose).polluted).toBeUndefined();
  });

  it('is refused with 413 if it is too large, and a hosted simulator has a lower limit', async () => {
    await using hosted = await TestSimulator.start({ hosted: true });
    const account = await hosted.account();
    const large = ' '.repeat(5 * 2 ** 20) + (await saveText(hosted, account));
    expect((await load(hosted, account, large)).status).toBe(413);
    expect((await load(sim, scene.account, large)).status).not.toBe(413);
  });

  it("lists its accounts if the request doesn't say which one to load", async () => {
    const other = await saveFile(sim, await sim.account());
    const fileOfBoth = { ...file, accounts: [...file.accounts, ...other.accounts] };
    const otherAccount = await sim.account();
    const ambiguous = await load(sim, otherAccount, fileOfBoth);
    expect(ambiguous.json.detail).toMatch(
      /^\/accounts: contains the accounts team-\d+, team-\d+; choose one by id or name with/,
    );
    expect((await load(sim, otherAccount, fileOfBoth, '?account=nobody')).json.detail).toContain(
      'has no account nobody',
    );
    expect((await load(sim, scene.account, fileOfBoth)).json.data.loaded.sessions).toBe(5);
    const selection = await load(sim, scene.account, fileOfBoth, `?account=${accountIn(file).id}`);
    expect(selection.status).toBe(200);
  });

  it('leaves the progress of a trainee unchanged', async () => {
    const trainer = await sim.account();
    const creation = await sim.ask(trainer, 'POST', '/console/classes', { title: 'March' });
    const trainee = await sim.account();
    await sim.ask(trainee, 'POST', '/console/class', { class_code: creation.json.data.join_code });
    const currentFile = await saveFile(sim, trainee);
    const forgedFile: Loose = structuredClone(currentFile);
    forgedFile.accounts[0].practices = accountIn(file).practices.map((practice: Loose) => ({
      ...practice,
      evidence: { ...practice.evidence, event: null },
    }));
    expect(accountIn(file).practices.length).toBeGreaterThan(accountIn(currentFile).practices.length);
    expect((await load(sim, trainee, forgedFile)).status).toBe(200);
    expect(accountIn(await saveFile(sim, trainee)).practices.map(({ practiceId }) => practiceId)).toEqual(
      accountIn(currentFile).practices.map(({ practiceId }) => practiceId),
    );
  });
});
