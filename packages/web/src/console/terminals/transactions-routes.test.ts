import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { logIn } from '@svc-simulator/test-support/browser.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { describe, expect, it } from 'vitest';

describe('the pages of transactions', async () => {
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const terminal = await merchant.terminal('SN-1');
  const browser = await logIn(sim, { name: merchant.email }, { 'accept-language': 'en' });

  const ordersIn = (html: string) =>
    [...html.matchAll(/href="\/console\/transactions\/([0-9a-f-]{36})"/g)].map(([, order]) => order);
  const pay = (order: string) =>
    sendSigned(sim, terminal, 'POST', `/transactions/${order}/commit`, {
      body: { authorizationCode: 'A-<b>7</b>' },
    });
  const cancel = (order: string) => browser.post(`/console/transactions/${order}/cancellation`);
  const stateOf = async (order: string, who = merchant) =>
    (await who.send('GET', `/transactions/${order}`)).json.data.status;

  it('lists transactions newest first, by status, and page by page', async () => {
    const newAccount = await TestMerchant.register(sim);
    const page = await logIn(sim, { name: newAccount.email }, { 'accept-language': 'en' });
    expect((await page.get('/console/transactions')).html).toContain('npx sim pos create');
    const orders: string[] = [];
    for (let i = 0; i < 52; i++) orders.push(await newAccount.create());
    const cancelled = orders[3] as string;
    await newAccount.cancel(cancelled);
    const first = (await page.get('/console/transactions')).html;
    expect(ordersIn(first)).toEqual(orders.slice(2).reverse());
    const only = (await page.get('/console/transactions?status=CANCELED')).html;
    expect(ordersIn(only)).toEqual([cancelled]);
    const pending = (await page.get('/console/transactions?status=PENDING')).html;
    const next = /rel="next" href="([^"]+)"/.exec(pending)?.[1]?.replaceAll('&amp;', '&');
    expect(next).toContain('status=PENDING');
    expect(ordersIn((await page.get(`${next}`)).html)).toEqual([orders[0]]);
    for (const query of ['status=LOST', 'cursor=x']) {
      expect(ordersIn((await page.get(`/console/transactions?${query}`)).html)).toHaveLength(50);
    }
    const none = (await page.get('/console/transactions?status=VOIDED')).html;
    expect(none).toContain('No results with these filters');
  });

  it("shows a transaction with the terminal's confirmation, and escapes its texts", async () => {
    const order = await merchant.create({ clientIdentification: '<img src=x>'.padEnd(500, 'y') });
    await pay(order);
    const { html } = await browser.get(`/console/transactions/${order}`);
    expect(html).toContain('A-&lt;b&gt;7&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('<img');
    expect(html).toContain('<span class="tag good">paid</span>');
    expect(html).toContain('&quot;status&quot;: &quot;PAID&quot;');
  });

  it('cancels a pending transaction, and requests the void of a paid one', async () => {
    const [unpaid, paid] = [await merchant.create(), await merchant.create()];
    await pay(paid);
    expect((await cancel(unpaid)).location).toBe(`/console/transactions/${unpaid}?done=cancellation_asked`);
    expect(await stateOf(unpaid)).toBe('CANCELED');
    expect((await browser.get(`/console/transactions/${paid}`)).html).toContain('Request the void');
    await cancel(paid);
    expect(await stateOf(paid)).toBe('VOID_PENDING');
    const again = await cancel(paid);
    expect([again.status, again.html.includes('only a PENDING transaction can be canceled')]).toEqual([
      409,
      true,
    ]);
    expect(again.html).not.toContain('/cancellation"');
    const reopened = await browser.get(`/console/transactions/${paid}/cancellation`);
    expect(reopened.location).toBe(`/console/transactions/${paid}`);
  });
});
