import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Received, startReceiver } from '../../../../../test/support/receiver.ts';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();
const { sim, runForData } = live;

describe('sim delivery list of a new account', () => {
  const { sim } = liveSimulator();

  it('explains how to create a delivery', async () => {
    expect((await sim('delivery', 'list')).stderr).toContain('sim trigger paid');
  });
});

describe('sim delivery list', () => {
  it('lists each response, and why each delivery failed', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(404).end());
    const { id } = await runForData('session', 'create', '--webhook-url', `${receiver.url}/nowhere`);
    await sim('session', 'wait', id, '--for', 'webhook.attempted');
    const { code, stdout } = await sim('delivery', 'list', '--q', '/nowhere');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^[0-9a-f-]{36} {2}created {2}.* {2}will be retried {2}404 · \d+ ms {2}.*\/nowhere {2}unknown path\n$/,
    );
    expect(await runForData('delivery', 'list', '--state', 'delivered')).toEqual([]);
  });
});

describe('sim delivery show', () => {
  it('shows the request, the response and the cause of the named delivery, or else of the latest one', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(400).end('bad signature'));
    const { id } = await runForData('session', 'create', '--webhook-url', receiver.url);
    await sim('session', 'wait', id, '--for', 'webhook.attempted');
    const { stdout } = await sim('delivery', 'show');
    const [{ delivery_id }] = await runForData('delivery', 'list', '--limit', '1');
    const received = await receiver.received.first(() => true, 'the webhook');
    expect(stdout).toContain(`${delivery_id} on its way`);
    expect(stdout).toContain(`svc-signature: ${received.headers['svc-signature']}\n`);
    expect(stdout).toContain(`\n${received.rawBody}\n`);
    expect(stdout).toMatch(/webhook\.attempted .*Attempt 1: returned 400 .* \d+ ms\nbad signature\n/);
    expect(stdout).toMatch(/Most likely: the receiver rejected/);
    const deliveryData = await runForData('delivery', 'show', delivery_id.slice(0, 8));
    expect(deliveryData.events[0]).toMatchObject({ type: 'webhook.emitted', data: { delivery_id } });
    // These are the older names of `delivery list`, `show` and `resend`.
    expect(await runForData('delivery', delivery_id)).toEqual(deliveryData);
    expect((await runForData('delivery')).delivery_id).toBe(delivery_id);
    expect(await runForData('deliveries', '--limit', '1')).toMatchObject([{ delivery_id }]);
    await runForData('session', 'create', '--webhook-url', receiver.url);
    const ofSession = ['--session', id.slice(0, 8)];
    expect(await runForData('delivery', 'show', ...ofSession)).toMatchObject({ delivery_id, session_id: id });
    expect(await runForData('delivery', 'list', ...ofSession)).toMatchObject([{ delivery_id }]);
    expect((await sim('delivery', 'show', delivery_id, ...ofSession)).code).toBe(2);
    const none = await sim('delivery', 'show', 'x');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('delivery x not found')]);
  });
});

describe('sim delivery experiment', () => {
  const isValid = ({ headers, rawBody }: Received) =>
    headers['svc-signature'] ===
    createHmac('sha256', live.account.webhook_secret).update(rawBody).digest('hex');
  const startVerifier = () =>
    startReceiver((request, response) => response.writeHead(isValid(request) ? 200 : 401).end());

  it("prints the mistake, its proof, and the fix in the project's language or in pseudocode", async () => {
    const receiver = await startVerifier();
    const { id } = await runForData('session', 'create', '--webhook-url', receiver.url);
    await sim('session', 'wait', id, '--for', 'webhook.attempted');
    const stage = await live.createLiveStage(['delivery', 'experiment', '--session', id]);
    writeFileSync(`${stage.directory}/package.json`, '{"dependencies":{"express":"5.0.0"}}');
    const { code, stdout } = await runStage(stage);
    expect(code).toBe(0);
    const [why, fix, ...lines] = stdout.trimEnd().split('\n');
    expect(why).toMatch(
      /^signature_with_timestamp {2}The receiver signs only the body, .* Proof: .* 200 .* 401 /,
    );
    expect(fix).toContain('Put svc-timestamp and a dot before the raw body.');
    expect(lines).toEqual([
      "  const expected = crypto.createHmac('sha256', secret).update(Buffer.concat([Buffer.from(request.headers['svc-timestamp'] + '.'), body])).digest('hex');",
      "  const isValid = request.headers['svc-signature'] === expected; // or crypto.timingSafeEqual",
    ]);
    const pseudocode = await sim('delivery', 'experiment', '--session', id, '--lang', 'es');
    expect(pseudocode.stdout).toMatch(/^signature_with_timestamp {2}El receptor firma solo el cuerpo/);
    expect(pseudocode.stdout).toContain('\n  expected = lowercase_hex(hmac_sha256(key = secret, ');
    expect(await runForData('delivery', 'experiment', '--session', id)).toMatchObject({
      code: 'signature_with_timestamp',
      certainty: 'proven',
      requests: expect.arrayContaining([{ experiment: 'valid', status: 401, error: null }]),
    });
  });

  it('refuses an accepted webhook', async () => {
    const receiver = await startReceiver();
    const { id } = await runForData('session', 'create', '--webhook-url', receiver.url);
    await sim('session', 'wait', id, '--for', 'webhook.delivered');
    const { code, stderr } = await sim('delivery', 'experiment', '--session', id);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("isn't a webhook that your receiver rejected"),
    ]);
    expect(receiver.received.all).toHaveLength(1);
  });
});

describe('sim delivery resend --given-up', () => {
  it('resends abandoned webhooks and prints their number, or reports that none is abandoned', async () => {
    const resendGivenUp = () => sim('delivery', 'resend', '--given-up', '--since', '2h');
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const { id } = await runForData('session', 'create', '--webhook-url', `${receiver.url}/down`);
    await sim('session', 'wait', id, '--for', 'webhook.attempted');
    await sim('clock', 'advance', '10s');
    await sim('session', 'wait', id, '--for', 'webhook.gave_up');
    const { code, stdout, stderr } = await resendGivenUp();
    expect([code, stderr]).toEqual([0, expect.stringContaining('sim delivery list')]);
    const [head, ...lines] = stdout.trim().split('\n');
    expect(head).toMatch(new RegExp(`^${lines.length} webhooks? resent$`));
    const resentLine = new RegExp(`^[0-9a-f-]{36} {2}payment_session\\.created {2}→ ${receiver.url}/down$`);
    expect(lines.filter((line) => resentLine.test(line))).toHaveLength(1);
    const none = await resendGivenUp();
    expect([none.code, none.stdout]).toEqual([0, 'no abandoned deliveries left to resend\n']);
  });

  it.each([
    [['delivery', 'resend'], 'pass a delivery id, or --given-up for all abandoned deliveries'],
    [
      ['delivery', 'resend', 'x', '--given-up'],
      'pass a delivery id, or --given-up for all abandoned deliveries',
    ],
  ])('refuses %j as wrong usage', async (words, text) => {
    const { code, stderr } = await sim(...words);
    expect([code, stderr.includes(text)]).toEqual([2, true]);
  });
});
