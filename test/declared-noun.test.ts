import { jsx } from 'hono/jsx';
import { afterAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { styleFor } from '../packages/cli/src/rendering/report.ts';
import { factLines, viewLines } from '../packages/cli/src/rendering/view-lines.ts';
import { amount } from '../packages/contract/src/fields/amounts.ts';
import { flag, shape, text } from '../packages/contract/src/fields/fields.ts';
import { consoleApi, lazy } from '../packages/contract/src/operation.ts';
import { pageQuery } from '../packages/contract/src/pages.ts';
import { type ListView, viewOf } from '../packages/contract/src/views/view.ts';
import { reply, route } from '../packages/server/src/route.ts';
import { createTestExecutor } from '../packages/test-support/src/executor.ts';
import { inEnglish } from '../packages/test-support/src/texts.ts';
import { TestWebhooks, testAccount } from '../packages/test-support/src/webhooks.ts';
import type { ConsolePage, PageCall } from '../packages/web/src/console/page-call.ts';
import { createPageOperations } from '../packages/web/src/console/page-perform.ts';
import * as pageWords from '../packages/web/src/console/page-texts.ts';
import { ViewFacts } from '../packages/web/src/console/views/render-value.tsx';
import { viewRoutes } from '../packages/web/src/console/views/view-routes.tsx';
import { TextsProvider } from '../packages/web/src/kit/parts.tsx';

const words: Readonly<Record<string, string>> = {
  'view.coupon.title': 'Coupons',
  'view.coupon.emptyTitle': 'No coupons yet',
  'view.coupon.emptyText': 'Make one:',
  'word.coupon.open': 'still good',
  'field.label.worth': 'Worth',
};
const { consoleTexts } = pageWords;
vi.spyOn(pageWords, 'consoleTexts').mockImplementation((lang) => {
  const t = consoleTexts(lang);
  return Object.assign(
    (...[key, values]: [string, object]) =>
      words[key] ?? (t as unknown as (key: string, values: object) => string)(key, values),
    { lang: t.lang, maybe: (key: string, values?: object) => words[key] ?? t.maybe(key, values) },
  ) as unknown as typeof t;
});
afterAll(() => void vi.restoreAllMocks());

const coupon = lazy(() =>
  z.object({
    coupon_id: z.string(),
    name: z.string(),
    worth: z.number(),
    state: z.enum(['open', 'used']),
    gift: z.boolean(),
    made_at: z.iso.datetime(),
  }),
);
const listCoupons = consoleApi.get('listCoupons', '/console/coupons', {
  query: pageQuery,
  data: lazy(() => z.array(coupon())),
  title: 'Coupons',
  paged: true,
});
const createCoupon = consoleApi.post('createCoupon', '/console/coupons', {
  body: lazy(() => shape({ name: text(20), worth: amount(), gift: flag().exactOptional() })),
  data: coupon,
  title: 'Coupon made',
});

/** Besides its operations, a resource needs only a view and a route to be shown on pages and in terminals. */
const couponView = viewOf(listCoupons, {
  noun: 'coupon' as ListView<never>['noun'],
  id: ({ coupon_id }) => coupon_id,
  to: ({ coupon_id }) => `/console/coupons/${coupon_id}`,
  columns: [
    { field: 'name', kind: 'text', layout: 'long' },
    { field: 'worth', kind: 'money', value: ({ worth }) => [worth, 'USD'] },
    {
      field: 'state',
      kind: 'state',
      words: 'coupon',
      tone: ({ state }) => (state === 'open' ? 'good' : 'plain'),
    },
    { field: 'made_at', kind: 'age' },
  ],
  command: 'coupon create',
  facts: [
    { field: 'name', kind: 'text' },
    { field: 'worth', kind: 'money', value: ({ worth }) => [worth, 'USD'] },
    { field: 'gift', kind: 'flag' },
  ],
  form: { operation: createCoupon, fields: ['name', 'worth', 'gift'] },
});

const routes = viewRoutes('/console/coupons', couponView, { area: 'sessions' });

it('shows a newly declared resource as a list, details and a form, on pages and in terminals', async () => {
  const { runtime, clock } = await TestWebhooks.open();
  const coupons: z.output<ReturnType<typeof coupon>>[] = [];
  const execute = createTestExecutor(runtime, [
    route(listCoupons, () => reply(coupons)),
    route(createCoupon, ({ body: { name, worth, gift = false } }) => {
      const made_at = new Date(clock.now()).toISOString();
      coupons.unshift({ coupon_id: `c-${coupons.length}`, name, worth, gift, state: 'open', made_at });
      return reply(coupons[0]);
    }),
  ]);
  const visit = async (path: string, fields?: Record<string, string>) => {
    const at = routes.find(({ path: pattern }) => pattern === path);
    const url = new URL(`http://localhost${path}`);
    const asking = {
      account: testAccount('acc_0000000000000001'),
      t: pageWords.consoleTexts('en'),
      token: '',
      attempt: undefined,
    };
    const call = {
      ...asking,
      url,
      params: {},
      form: new URLSearchParams(fields),
      ...createPageOperations(asking as unknown as PageCall, execute),
    } as unknown as PageCall;
    const page = await (fields ? at?.post : at?.get)?.(call);
    if (page instanceof Response) return { status: page.status, html: '' };
    const { status = 200, body } = page as ConsolePage;
    return { status, html: `${jsx(TextsProvider, { value: asking.t }, body as string)}` };
  };

  const empty = (await visit('/console/coupons')).html;
  for (const part of [
    'No coupons yet',
    'npx sim coupon create',
    'name="worth"',
    'inputmode="decimal"',
    'maxlength="20"',
  ])
    expect(empty).toContain(part);
  const wrong = await visit('/console/coupons', { name: '<b>', worth: '-1' });
  expect(wrong.status).toBe(400);
  for (const part of ['id="worth-fault"', 'value="&lt;b&gt;"', 'value="-1"'])
    expect(wrong.html).toContain(part);
  expect((await visit('/console/coupons', { name: 'Ten off', worth: '10', gift: 'yes' })).status).toBe(303);
  expect(coupons).toMatchObject([{ name: 'Ten off', worth: 10, gift: true }]);

  const list = (await visit('/console/coupons')).html;
  expect(list).toContain('<a href="/console/coupons/c-0" title="c-0">Ten off</a>');
  for (const part of [
    '<th scope="col" class="amount" aria-sort="none"><a class="sort" href="/console/coupons?sort=worth" title="Sort the rows of this page">Worth</a></th>',
    'USD 10.00',
    '<span class="tag good">still good</span>',
  ])
    expect(list).toContain(part);
  const [row] = coupons;
  const facts = row && jsx(ViewFacts, { noun: 'coupon', facts: couponView.facts ?? [], row } as never);
  const html = `${jsx(TextsProvider, { value: pageWords.consoleTexts('en') }, facts as never)}`;
  expect(html.replace(/\s+/g, ' ')).toContain('<dt>Worth</dt><dd>USD 10.00</dd>');
  expect(html).toContain('<dd>Yes</dd>');

  const style = styleFor({ isTerminal: false }, { t: inEnglish, env: {} });
  expect(viewLines(couponView, coupons, style, { nowMs: clock.now(), hasHeader: true })).toEqual([
    'id   worth      State  made_at  Name',
    'c-0  USD 10.00  open   now      Ten off',
  ]);
  expect(row && factLines(couponView, row, style, clock.now())).toEqual([
    'Name   Ten off',
    'worth  USD 10.00',
    'gift   Yes',
  ]);
});
