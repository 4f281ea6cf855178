import { createHmac } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { type Received, startReceiver } from '../../../../test/support/receiver.ts';
import { startSimulator } from '../index.ts';

const sim = await startSimulator({ lang: 'en' });
afterAll(() => sim.close());

/** Starts a receiver that requires the HMAC of `signedText`, and returns a bare 401 otherwise. */
function startVerifier(signedText: (timestamp: unknown, body: string) => string) {
  const isValid = ({ headers, rawBody }: Received) =>
    headers['svc-signature'] ===
    createHmac('sha256', sim.webhookSecret)
      .update(signedText(headers['svc-timestamp'], rawBody.toString()))
      .digest('hex');
  return startReceiver((request, response) => response.writeHead(isValid(request) ? 200 : 401).end());
}

it('finds the mistake that a bare 401 hides, and shows the correct code', async () => {
  const { url, received } = await startVerifier((timestamp, body) => `${timestamp}${body}`);
  const mistake = await sim.findMistake(url);
  expect(mistake).toMatchObject({
    code: 'mistake.separator',
    certainty: 'proven',
    why: expect.stringContaining('Proof: the receiver returned 200 to every test webhook with this mistake'),
    fix: expect.stringMatching(/\w/),
    lines: [
      'expected = lowercase_hex(hmac_sha256(key = secret, message = header("svc-timestamp") + "." + body))',
      'valid = constant_time_equal(expected, header("svc-signature"))',
    ],
  });
  const experimentRequests = received.all.filter(
    ({ headers }) => headers['svc-simulator-experiment'] !== undefined,
  );
  expect(experimentRequests.length).toBe(mistake?.requests.length);
});

it('returns null and sends nothing more if the receiver accepts the webhook', async () => {
  const { url, received } = await startVerifier((timestamp, body) => `${timestamp}.${body}`);
  expect(await sim.findMistake(url)).toBeNull();
  expect(received.all).toHaveLength(1);
});

it.each([
  ['http://127.0.0.1:1/webhooks', 'nothing_listens', 'Nothing is listening'],
  ['not a URL', 'invalid_url', "webhook_url isn't a valid http or https URL."],
])('explains without test webhooks why nothing arrives at %s', async (url, code, why) => {
  const mistake = await sim.findMistake(url);
  expect(mistake).toMatchObject({ code, requests: [], why: expect.stringContaining(why) });
  expect(mistake?.why).not.toContain('test webhooks');
});

it('ends with the story of the session if the receiver never responds', async () => {
  const silentSim = await startSimulator({ lang: 'en', timeoutMs: 300 });
  const { url } = await startReceiver(() => {});
  await expect(silentSim.findMistake(url)).rejects.toThrow(
    /^waited 300 ms for webhook[\s\S]*Session created/,
  );
  await silentSim.close();
});
