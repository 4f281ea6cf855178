import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { load, saveFile, statusOf } from '@svc-simulator/test-support/snapshot-scene.ts';
import { describe, expect, it } from 'vitest';

type Credits = Readonly<Record<string, { readonly svc_credit_id: string }>>;

const idsIn = (credits: Credits) => Object.values(credits).map(({ svc_credit_id }) => svc_credit_id);

async function force(sim: TestSimulator, { token }: TestAccount, id: string, leg: 1 | 2, outcome: string) {
  const body = { leg, outcome };
  const { status, json } = await sim.send('POST', `/control/sessions/${id}/outcome`, { token, body });
  expect(status).toBe(200);
  return json.data.session_payment;
}

/** Returns a split in three parts, two of which go to new partners. */
async function splitAmongThree(sim: TestSimulator, { token }: TestAccount) {
  const createPartner = async (name: string) =>
    (await sim.send('POST', '/api/v1/ext/partners', { token, body: { name } })).json.data.partner_id;
  const rules = [
    { recipient_id: await createPartner('Ana'), percent: 20 },
    { recipient_id: await createPartner('Luis'), percent: 30 },
  ];
  return { split: { type: 'percent', rules } };
}

/** Pays and accredits a new session, and returns its credit ids. */
async function createCreditedIds(sim: TestSimulator, account: TestAccount): Promise<string[]> {
  const id = await sim.button(account);
  await force(sim, account, id, 1, 'paid');
  return idsIn((await force(sim, account, id, 2, 'accredited')).receiver_credits);
}

describe.each(eachStore())('svc_credit_id %s', (_, start) => {
  it('is a positive int32 as text, unique even for simultaneous credits and repeated payouts', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const split = await splitAmongThree(sim, account);
    const sessions = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? sim : other).button(account, split)),
    );
    await Promise.all(sessions.map((id, index) => force(index % 2 ? other : sim, account, id, 1, 'paid')));
    const idsBySession = await Promise.all(
      sessions.map(async (id, index) => {
        const instance = index % 2 ? sim : other;
        const failsFirst = index % 3 === 0;
        const failedIds = failsFirst
          ? idsIn(
              (await force(instance, account, id, 2, 'accreditation_to_recipient_failed')).receiver_credits,
            )
          : [];
        return [
          ...failedIds,
          ...idsIn((await force(instance, account, id, 2, 'accredited')).receiver_credits),
        ];
      }),
    );
    const ids = idsBySession.flat();
    expect(ids).toHaveLength(12 * 3 + 4 * 3);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      expect([id, /^[1-9]\d*$/.test(id) && Number(id) < 2_147_483_648]).toEqual([id, true]);
    // The status shows the same ids as the webhook.
    const bodies = (await sim.trace(account, '&type=webhook.emitted')).map(({ data }) =>
      JSON.parse(String(data.raw_body)),
    );
    expect(new Set(bodies.flatMap(({ receiver_credits }) => idsIn(receiver_credits ?? {})))).toEqual(
      new Set(ids),
    );
    const status = await statusOf(sim, account, String(sessions[1]));
    expect(idsIn(status.data.session_payment.receiver_credits)).toEqual(idsBySession[1]);
  });

  it('is the same for the same history in every store', async () => {
    const { sim } = await start();
    const account = await sim.account();
    expect([await createCreditedIds(sim, account), await createCreditedIds(sim, account)]).toEqual([
      ['169'],
      ['337'],
    ]);
  });

  it("isn't reused if a snapshot contains it", async () => {
    const { sim } = await start();
    const [sourceAccount, targetAccount] = [await sim.account(), await sim.account()];
    const seenIds = [];
    for (let count = 0; count < 5; count++) seenIds.push(...(await createCreditedIds(sim, sourceAccount)));
    const file = await saveFile(sim, sourceAccount);
    await sim.ask(sourceAccount, 'POST', '/control/reset');
    // Without the trace, new events get ids that the file also uses.
    const [one] = file.accounts;
    const account = { ...one, trace: [], deliveries: [], practices: [] };
    expect((await load(sim, targetAccount, { ...file, accounts: [account] })).json).toMatchObject({
      status: 200,
    });
    const agreement = one?.agreements[0]?.id ?? '';
    for (let count = 0; count < 20; count++)
      seenIds.push(...(await createCreditedIds(sim, { ...targetAccount, agreement })));
    expect(new Set(seenIds).size).toBe(25);
  });

  it("stays as an earlier version wrote it, in the account's format", async () => {
    const { sim } = await start();
    const account = await sim.account();
    const id = await sim.button(account);
    await force(sim, account, id, 1, 'paid');
    await force(sim, account, id, 2, 'accredited');
    const file = await saveFile(sim, account);
    const formerId = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
    const text = JSON.stringify(file)
      .replace(/"creditId":"\d+"/, `"creditId":"${formerId}"`)
      .replace('"receiver_credits":"by_receiver"', '"receiver_credits":"list"');
    expect((await load(sim, account, text)).json).toMatchObject({ status: 200 });
    const { receiver_credits } = (await statusOf(sim, account, id)).data.session_payment;
    expect(receiver_credits).toMatchObject([{ receiver_id: 'owner', svc_credit_id: formerId }]);
    // A snapshot without the setting gets its default.
    const textWithoutSetting = text.replace('"receiver_credits":"list",', '');
    expect((await load(sim, account, textWithoutSetting)).json).toMatchObject({ status: 200 });
    expect((await statusOf(sim, account, id)).data.session_payment.receiver_credits).toMatchObject({
      owner: { svc_credit_id: formerId },
    });
  });
});
