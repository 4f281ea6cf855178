import { inConsole } from '@svc-simulator/test-support/browser.ts';
import { tagsOf } from '@svc-simulator/test-support/markup-reader.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const textOf = (html: string) =>
  html
    .replace(/<(?:script|style)>[\s\S]*?<\/(?:script|style)>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe("the deliveries on a session's page", async () => {
  const { sim, account, browser } = await inConsole();

  /** Creates a session whose first webhook gets the response of `answer`. */
  async function sessionAnsweredBy(answer: () => { status: number; body?: string }) {
    const trace = new SeenTrace(sim);
    const receiver = await startReceiver((_, response) => {
      const { status, body = '' } = answer();
      response.writeHead(status).end(body);
    });
    const id = await sim.button(account, { webhook_url: `${receiver.url}/hook` });
    const { data } = await trace.of(id, 'webhook.emitted');
    await trace.of(id, 'webhook.attempted');
    return { id, seen: trace, receiver, deliveryId: data.delivery_id as string };
  }

  const page = async (id: string, tab = 'story') =>
    (await browser.get(`/console/sessions/${id}?tab=${tab}`)).html;
  const ask = (id: string, fields: Record<string, string>) => browser.post(`/console/sessions/${id}`, fields);

  it('shows the likely cause before the result with its evidence', async () => {
    const { id, seen, receiver } = await sessionAnsweredBy(() => ({
      status: 401,
      body: 'bad <b>signature</b>',
    }));
    const retrying = textOf(await page(id));
    expect(retrying).toContain('The first attempt failed: the receiver returned 401.');
    await seen.givenUp([id]);
    const html = await page(id);
    const text = textOf(html);
    const order = [
      '1 webhook failed',
      'The signature was correct',
      'The receiver checks the signature with a different secret.',
      'abandoned',
      'Your receiver rejected the webhook with 401. The webhook was abandoned after 3 attempts.',
      '401 Unauthorized',
      'bad <b>signature</b>',
      'svc-signature: ',
      'Recomputed with your webhook_secret',
      'curl -i ',
    ].map((part) => text.indexOf(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(html).not.toContain('<b>signature</b>');
    const [request] = receiver.received.all;
    expect(text).toContain(String(request?.rawBody));
    expect(text).toContain(`svc-timestamp: ${request?.headers['svc-timestamp']}`);
    expect(text).toContain(`${request?.headers['svc-timestamp']}.${request?.rawBody}`);
    expect(text).toContain('They match: the signature was correct.');
    expect(html).not.toContain(account.secret);
  });

  it('resends a webhook with its idempotency key, or as a new one with another key', async () => {
    const { id, seen, receiver, deliveryId } = await sessionAnsweredBy(() => ({ status: 200 }));
    await sim.clock.advance(1000);
    const again = await ask(id, { do: 'resend', delivery: deliveryId });
    expect([again.status, again.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^/console/sessions/${id}\\?done=resent#d-[0-9a-f-]{36}$`)),
    ]);
    await seen.of(id, 'webhook.delivered', 2);
    const asNew = await ask(id, { do: 'resend_as_new', delivery: deliveryId });
    expect(asNew.location).toContain('?done=sent_as_new#d-');
    await seen.of(id, 'webhook.delivered', 3);
    const both = [
      ['do', 'resend'],
      ['delivery', deliveryId],
      ['delivery', deliveryId],
    ];
    const { location } = await browser.post(`/console/sessions/${id}`, both);
    expect(location).toBe(`/console/sessions/${id}?count=2&done=rows_resent`);
    const [first, second, third] = receiver.received.all.map(({ headers }) => headers['idempotency-key']);
    expect([second, third]).toEqual([first, expect.not.stringContaining(`${first}`)]);
    const html = await page(id);
    expect(html).toContain(`<a href="#d-${deliveryId}">original webhook</a>`);
  });

  it('sends test webhooks once a webhook was accepted, and shows each result next to the expected one', async () => {
    const { id } = await sessionAnsweredBy(() => ({ status: 200 }));
    const sentProbe = await ask(id, { do: 'probe', kind: 'bad_signature' });
    expect([sentProbe.status, sentProbe.location]).toEqual([
      303,
      `/console/sessions/${id}?tab=tests&done=probe_answered`,
    ]);
    await ask(id, { do: 'probe', kind: 'duplicate' });
    const html = await page(id);
    const text = textOf(html);
    const tests = await page(id, 'tests');
    expect(textOf(tests)).toContain('anyone could send it forged payment webhooks');
    expect(text).toContain('They differ on purpose: the test webhook was signed with a different secret.');
    expect(textOf(tests)).toContain('it accepts the same webhook twice');
    const tags = [...tests.matchAll(/<span class="tag (good|bad)">(passed|failed)</g)].map(
      ([, tone, word]) => [tone, word],
    );
    expect(tags).toEqual([
      ['bad', 'failed'],
      ['good', 'passed'],
    ]);
    // Only the real webhook can be resent, not the test webhooks.
    expect(tagsOf(html).filter(({ attributes }) => attributes.value === 'resend')).toHaveLength(1);
  });

  it('refuses to send test webhooks until one webhook was accepted, and explains why', async () => {
    const { id } = await sessionAnsweredBy(() => ({ status: 500 }));
    const html = await page(id, 'tests');
    const buttons = tagsOf(html).filter(({ attributes }) => /^probe-/.test(attributes.id ?? ''));
    expect(buttons.map(({ attributes }) => attributes.disabled)).toEqual(['', '', '', '', '']);
    expect(textOf(html)).toContain('must first accept one of this session');
    const refusal = await ask(id, { do: 'probe', kind: 'duplicate' });
    expect(refusal.status).toBe(409);
    expect(textOf(refusal.html)).toContain('has received a 2xx response yet');
  });
});
