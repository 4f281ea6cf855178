import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';
import { liveSimulator } from '../../test/live.ts';
import { runSim } from '../run-sim.ts';

const live = liveSimulator();
const { createLiveStage, sim, runForData } = live;

const deadUrl = 'http://127.0.0.1:1/webhooks';
const deadUrlCause = `${deadUrl}: Nothing is listening on that address and port. Start the receiver`;

async function createSessionWithFailedWebhooks(url = deadUrl): Promise<string> {
  const { id } = await runForData('session', 'create', '--webhook-url', url);
  await runForData('outcome', id, '--outcome', 'paid');
  await runForData('clock', 'advance', '10s');
  await runForData('clock', 'reset');
  return id;
}

const lastLine = (text: string) => text.trim().split('\n').at(-1);

describe('the cause of a failed webhook', () => {
  it('ends the output of sim wait and sim expect if they fail', async () => {
    const id = await createSessionWithFailedWebhooks();
    for (const words of [
      ['wait', 'webhook.delivered:paid', '--session', id],
      ['session', 'wait', id, '--for', 'webhook.delivered:paid'],
      ['expect', 'webhook.delivered:paid', '--session', id],
      ['expect', 'webhook.gave_up', '--session', id, '--none'],
    ]) {
      const { code, stderr } = await sim(...words);
      expect([words[0], code, lastLine(stderr)]).toEqual([
        words[0],
        1,
        expect.stringContaining(`created, paid → ${deadUrlCause}`),
      ]);
      const { stderr: problem } = await sim(...words, '--json');
      expect(JSON.parse(problem)).toMatchObject({
        causes: [{ events: ['created', 'paid'], url: deadUrl, code: 'nothing_listens' }],
      });
    }
  });

  it('appears in Spanish, and says that the secret is a different one', async () => {
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(401).end('{"error":"signature_secret"}'),
    );
    const id = await createSessionWithFailedWebhooks(receiver.url);
    const { stderr } = await sim('expect', 'webhook.delivered', '--session', id, '--lang', 'es');
    expect(lastLine(stderr)).toContain(`created, paid → ${receiver.url}: `);
    expect(lastLine(stderr)).toContain('un secreto distinto');
    const english = await sim('expect', 'webhook.delivered', '--session', id);
    expect(lastLine(english.stderr)).toContain('a different secret');
  });

  it('ends the output of sim trace, and explains the failures in sim status', async () => {
    const id = await createSessionWithFailedWebhooks();
    const { stdout } = await sim('trace', '--session', id);
    expect(lastLine(stdout)).toContain(`created, paid → ${deadUrlCause}`);
    const otherEvents = await sim('trace', '--session', id, '--type', 'session.created');
    expect(otherEvents.stdout).toContain('session.created');
    expect(otherEvents.stdout).not.toContain('Nothing is listening');
    expect((await sim('status')).stdout).toContain('Nothing is listening');
    const refuses = await startReceiver((_request, response) => response.writeHead(404).end());
    await createSessionWithFailedWebhooks(refuses.url);
    const { causes } = await runForData('status');
    expect(causes.map(({ url }: { url: string }) => url).slice(0, 2)).toEqual([refuses.url, deadUrl]);
  });

  it('appears below a webhook that has failed permanently in sim trace --follow', async () => {
    const id = await createSessionWithFailedWebhooks();
    const stage = await createLiveStage(['trace', '--session', id, '--follow']);
    const following = runSim(stage.context);
    await until(() => stage.stdout().match(/Nothing is listening/g)?.length === 2);
    stage.signal('SIGINT');
    expect(await following).toBe(0);
    expect(stage.stdout()).toMatch(/webhook\.gave_up .*\n {2}paid → \S+ Nothing is listening/);
  });

  it('ends the output of sim trigger after its webhooks have failed permanently', async () => {
    const running = sim('trigger', 'paid', '--webhook-url', deadUrl);
    await sim('wait', 'webhook.attempted:paid', '--where', 'attempt=1');
    await until(async () => (await runForData('clock', 'advance', '10s')) && (await isDone(running)));
    await runForData('clock', 'reset');
    const { code, stderr } = await running;
    expect([code, lastLine(stderr)]).toEqual([1, expect.stringContaining(`created, paid → ${deadUrlCause}`)]);
  });

  it('is missing for a webhook with a later successful attempt', async () => {
    let calls = 0;
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(++calls === 1 ? 500 : 200).end(),
    );
    const { id } = await runForData('session', 'create', '--webhook-url', receiver.url);
    await runForData('clock', 'advance', '10s');
    await runForData('clock', 'reset');
    const { stdout } = await sim('trace', '--session', id);
    expect(lastLine(stdout)).toContain('webhook.delivered');
  });
});

async function isDone(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}
