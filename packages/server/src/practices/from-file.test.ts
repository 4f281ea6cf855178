import { practices } from '@svc-simulator/core';
import { logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { paymentForm, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { load, saveFile } from '@svc-simulator/test-support/snapshot-scene.ts';
import { describe, expect, it } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: files that somebody has changed by hand.
type Loose = any;

interface Practice {
  readonly id: string;
  readonly done: boolean;
  readonly from_file: boolean;
}

const CERTIFICATE = '/console/practices/certificate';

describe.each(eachStore())('progress in a snapshot, %s (contract section 12)', (_name, start) => {
  const readProgress = async (sim: TestSimulator, { console: token }: TestAccount) =>
    (await sim.send('GET', '/console/progress', { token })).json.data;
  const readDone = async (sim: TestSimulator, account: TestAccount, from: 'file' | 'here') =>
    (await readProgress(sim, account)).practices
      .filter(({ done, from_file }: Practice) => done && from_file === (from === 'file'))
      .map(({ id }: Practice) => id);

  /** Returns a snapshot, edited by hand, in which every practice is done. */
  async function forgeFile(sim: TestSimulator, account: TestAccount) {
    const file: Loose = await saveFile(sim, account);
    const [accountFile] = file.accounts;
    accountFile.practices = practices.map(({ id }) => ({
      practiceId: id,
      completedAt: accountFile.now,
      evidence: { event: null, type: 'login.succeeded' },
    }));
    return file;
  }

  const classRow = async (sim: TestSimulator, { console: token }: TestAccount, id: string) =>
    (await sim.send('GET', `/console/classes/${id}/progress`, { token })).json.data.trainees[0];

  async function getsCertificate(browser: TestBrowser): Promise<boolean> {
    await browser.post(CERTIFICATE, { full_name: 'Ana Forja' });
    return (await browser.get(CERTIFICATE)).html.includes('/verificar/');
  }

  it('is marked as loaded and counts neither for a class nor for a certificate', async () => {
    const { sim, other } = await start();
    const [account, trainer] = [await sim.account(), await sim.account()];
    expect((await load(sim, account, await forgeFile(sim, account))).status).toBe(200);
    expect((await readProgress(other, account)).completed).toBe(practices.length);
    expect(await readDone(other, account, 'here')).toEqual([]);
    expect(await readDone(other, account, 'file')).toHaveLength(practices.length);
    const browser = await logIn(other, account);
    expect(await getsCertificate(browser)).toBe(false);
    const { html } = await browser.get('/console/practices?lang=en');
    expect(html.match(/From a snapshot/g)?.length).toBeGreaterThan(practices.length - 3);
    expect(html).not.toContain('Your certificate is ready');

    const creation = await sim.ask(trainer, 'POST', '/console/classes', { title: 'May' });
    const { class_id, join_code } = creation.json.data;
    await sim.ask(account, 'POST', '/console/class', { class_code: join_code });
    const before = (await classRow(other, trainer, class_id)).completed;
    expect(before).toBe((await readDone(sim, account, 'here')).length);
    const agreement = (await sim.ask(account, 'GET', '/api/v1/ext/agreements')).json.data[0];
    await sim.button({ ...account, agreement: agreement.agreement_id });
    const after = await classRow(other, trainer, class_id);
    expect(after.completed).toBe(before + 1);
    expect(Object.keys(after.done)).toContain('button_session');
    expect(await readDone(sim, account, 'here')).toContain('button_session');
    // A loaded snapshot changes no progress of a trainee.
    await load(sim, account, await forgeFile(sim, account));
    expect((await classRow(other, trainer, class_id)).completed).toBe(after.completed);
  });

  it('stays marked when it is saved and loaded again, and is replaced by practices done here', async () => {
    const { sim } = await start();
    const [account, second] = [await sim.account(), await sim.account()];
    await load(sim, account, await forgeFile(sim, account));
    const file: Loose = await saveFile(sim, account);
    expect(file.accounts[0].practices).toHaveLength(practices.length);
    file.accounts[0].agreements = [];
    expect((await load(sim, second, file)).status).toBe(200);
    expect(await readDone(sim, second, 'file')).toHaveLength(practices.length);
    const body = { short_name: second.name, password: 'correct horse' };
    await sim.send('POST', '/api/svcpagos/login', { body });
    expect(await readDone(sim, second, 'here')).toEqual(['login']);
    expect((await readProgress(sim, second)).completed).toBe(practices.length);
    expect(((await saveFile(sim, second)) as Loose).accounts[0].practices).toHaveLength(practices.length);
  });

  it('ignores the automatic steps of loaded sessions, and counts actions on them', async () => {
    const { sim } = await start();
    const account = await sim.account();
    const webhook_url = `${sim.url}/console/hooks/${account.id}/paid`;
    const [expiringSession, paidSession, failedSession] = [
      await sim.button(account),
      await sim.button(account, { webhook_url }),
      await sim.button(account),
    ];
    const forceOutcome = (id: string, body: object) =>
      sim.ask(account, 'POST', `/control/sessions/${id}/outcome`, body);
    await sim.send('POST', `/pay/${paidSession}`, paymentForm());
    const file: Loose = await saveFile(sim, account);
    // Practices that the account did itself still count after a load.
    await sim.ask(account, 'POST', '/control/reset');
    const before = await readDone(sim, account, 'here');
    file.accounts[0].practices = [];
    expect((await load(sim, account, file)).status).toBe(200);
    const events = async () =>
      (await sim.trace(account)).map(({ type, session_id }) => `${type} ${session_id}`);
    await forceOutcome(failedSession, { leg: 1, outcome: 'failed' });
    const donePractices = await readDone(sim, account, 'here');
    expect(donePractices.length).toBe(before.length + 1);
    await sim.ask(account, 'POST', '/control/clock/advance', { ms: 10 * 60_000 });
    await expect
      .poll(events)
      .toEqual(
        expect.arrayContaining([`session.expired ${expiringSession}`, `session.accredited ${paidSession}`]),
      );
    await expect
      .poll(async () => (await sim.trace(account, '&type=webhook.delivered')).at(-1)?.data)
      .toMatchObject({ event: 'payment_session.accredited', from_file: true });
    expect(await readDone(sim, account, 'here')).toEqual(donePractices);
    const laterFile: Loose = await saveFile(sim, account);
    expect(JSON.stringify(laterFile.accounts[0].sessions)).not.toContain('fromFile');
  });
});
