import { createHmac } from 'node:crypto';
import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { type Received, startReceiver } from '../../../../../test/support/receiver.ts';

describe('the cause of a rejection', async () => {
  const { sim, account, browser } = await inConsole();
  // The experiments wait until the beginning of a second, so the clock is set to that time.
  sim.clock.jump(50);

  const signsWithoutDot = ({ headers, rawBody }: Received) =>
    headers['svc-signature'] ===
    createHmac('sha256', account.secret).update(`${headers['svc-timestamp']}${rawBody}`).digest('hex');

  async function deliverTo(isAccepted: (request: Received) => boolean) {
    const trace = new SeenTrace(sim);
    const receiver = await startReceiver((request, response) =>
      response.writeHead(isAccepted(request) ? 200 : 401).end(),
    );
    const id = await sim.button(account, { webhook_url: `${receiver.url}/hook` });
    const { data } = await trace.of(id, 'webhook.attempted');
    return { path: `/console/sessions/${id}`, delivery: String(data.delivery_id), receiver };
  }

  it('is found with the button on the delivery, with its proof, its fix, code and every request', async () => {
    const { path, delivery, receiver } = await deliverTo(signsWithoutDot);
    const session = (await browser.get(path)).html;
    expect(session).toContain(`id="experiment-${delivery}"`);
    expect(session).toContain('id="experiment-group-');
    expect(receiver.received.all).toHaveLength(1);
    const { status, html } = await browser.post(path, { do: 'experiment', delivery });
    expect(status).toBe(200);
    for (const text of [
      '<h1>Cause of the rejection</h1>',
      'proven</span>',
      '<code class="soft small">mistake.separator</code>',
      'Proof: the receiver returned 200 to every test webhook with this mistake, and 401 to every valid webhook',
      'header(&quot;svc-timestamp&quot;) + &quot;.&quot; + body',
      `href="${path}#d-${delivery}"`,
    ])
      expect(html).toContain(text);
    const sentCount = receiver.received.all.length - 1;
    expect(html.match(/<code>[^<]*<\/code> → <strong class="figures">\d{3}<\/strong>/g)).toHaveLength(
      sentCount,
    );
  });

  it("is shown in the visitor's language", async () => {
    const { path, delivery } = await deliverTo(signsWithoutDot);
    const spanish = await logIn(sim, account, { 'accept-language': 'es' });
    const { html } = await spanish.post(path, { do: 'experiment', delivery });
    expect(html).toContain('<h1>Causa del rechazo</h1>');
    expect(html).toContain('demostrado</span>');
    expect(html).toMatch(/el receptor respondió 200 a cada webhook de prueba/);
  });

  it('is not offered for an accepted webhook, and is refused without a request', async () => {
    const { path, delivery, receiver } = await deliverTo(() => true);
    expect((await browser.get(path)).html).not.toContain('id="experiment-');
    const { status, html } = await browser.post(path, { do: 'experiment', delivery });
    expect([status, html.includes('isn’t a webhook') || html.includes('isn&#39;t a webhook')]).toEqual([
      409,
      true,
    ]);
    expect(receiver.received.all).toHaveLength(1);
  });
});
