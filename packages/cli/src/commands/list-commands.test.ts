import { createClient } from '@svc-simulator/client';
import { createPartner } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { liveSimulator } from '../../test/live.ts';

const live = liveSimulator();

/** Age of an object that the test has just created, even on a slow machine. */
const AGE = String.raw`(?:now|\d+ s ago) *`;

it('creates and lists agreements', async () => {
  const { code, stdout, stderr } = await live.sim('agreement', 'list');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const methods = 'immediate debit, mobile payment, crypto';
  const row = `${live.account.agreement_id}  Yes  ${AGE}  Demo  ${methods}`;
  expect(stdout).toMatch(new RegExp(`^${row}\n$`));
  expect(await live.runForData('agreement', 'list')).toMatchObject([
    { agreement_id: live.account.agreement_id },
  ]);
});

it('lists partners page by page, and explains how to create one if there is none', async () => {
  const none = await live.sim('partner', 'list');
  expect(none).toMatchObject({ code: 0, stdout: '' });
  expect(none.stderr).toContain('partner create Ana');
  const client = createClient({ baseUrl: live.url, token: live.account.token });
  for (const name of ['Ana', 'Lu\u001b[31mis']) await client.call(createPartner, { body: { name } });
  const first = await live.sim('partner', 'list', '--limit', '1');
  expect(first.stdout).toMatch(/^[0-9a-f-]{36} .* Lu.\[31mis\n$/);
  expect(first.stdout).not.toContain('\u001b');
  const [, cursor = ''] = /--cursor (\S+)/.exec(first.stderr) ?? [];
  expect(await live.runForData('partner', 'list', '--cursor', cursor)).toMatchObject([{ name: 'Ana' }]);
});

it('lists the calls since a time, or within a duration', async () => {
  const client = createClient({ baseUrl: live.url, token: live.account.token });
  await client.call(createPartner, { body: { name: 'Eva' } });
  const countCallsSince = async (time: string) =>
    (await live.runForData('calls', '--q', 'partners', '--since', time)).length;
  expect(await countCallsSince('2h')).toBeGreaterThan(0);
  expect(await countCallsSince('2999-12-31T23:59:00Z')).toBe(0);
  expect((await live.sim('calls', '--since', 'noon')).code).toBe(1);
});

it("lists the terminals of the demo account's merchant", async () => {
  expect((await live.sim('pos', 'terminals')).stderr).toContain('sim pos pair');
  await live.sim('pos', 'pair', 'SN-7');
  expect((await live.sim('pos', 'terminals')).stdout).toMatch(new RegExp(`^SN-7  linked  0  ${AGE}\n$`));
});
