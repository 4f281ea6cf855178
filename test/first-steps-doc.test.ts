import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, paymentForm, submitPayment } from './support/api.ts';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { freshCheckout } from './support/fresh-checkout.ts';
import { stdoutOf } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';

const page = new DocPage('first-steps.md');

describe('docs/en/first-steps.md', () => {
  it('leads to a signed webhook in the receiver, and to the webhooks in sim trace and sim progress', async () => {
    const checkout = await freshCheckout();
    const simulator = await checkout.start();

    const receiver = checkout.run(page.block('sh', 'WEBHOOK_SECRET'));
    await receiver.lines.first((line) => line.startsWith('POST http'));
    checkout.run(`exec ${page.block('sh', 'npx sim relay')}`);
    await simulator.lines.first((line) => line.includes('relay.connected'));

    const creationOutput = checkout.run(
      page.block('sh', 'npx sim session create --webhook-url http://localhost:3000/webhooks\n'),
    );
    const [, url, id] = /(http:\S+)\/pay\/(\S+)/.exec(await stdoutOf(creationOutput)) ?? [];
    await submitPayment(url as string, id as string, paymentForm('000000'));
    await receiver.lines.first((line) => line.includes(`${id}: payment_session.paid`));

    for (const word of ['trace', 'progress']) {
      expect(await stdoutOf(checkout.run(`npx sim ${word}`)), word).toContain('webhook');
    }
    const triggerOutput = await stdoutOf(checkout.run(page.block('sh', 'npx sim trigger')));
    expect(triggerOutput).toMatch(/webhook\.delivered .* payment_session\.paid /);
    expect(await stdoutOf(checkout.run(page.block('sh', 'npx sim outcome')))).toContain('accredited');
  });

  it.each(pageLanguages)(
    "prints the results that the page shows when sim doctor tests the page's receiver: %s",
    async (language) => {
      const checkout = await freshCheckout(language);
      const page = new DocPage('first-steps.md', language);
      await checkout.start();
      const receiver = checkout.run(page.block('sh', 'WEBHOOK_SECRET'));
      await receiver.lines.first((line) => line.startsWith('POST http'));
      const doctorOutput = (await stdoutOf(checkout.run(page.block('sh', 'npx sim doctor')))).split('\n');
      const output = page.block('text', 'genuine_webhook');
      const lines = output.trim().split('\n');
      expect(lines.length).toBeGreaterThan(4);
      for (const line of lines.filter((each) => each !== '…')) {
        expect(doctorOutput.map((each) => each.replace(/:\d+\//, ':3000/'))).toContain(line);
      }
    },
  );

  it.each(pageLanguages)('shows what sim doctor prints for a bare 401: %s', async (language) => {
    const checkout = await freshCheckout(language);
    await checkout.start();
    const secret = (await stdoutOf(checkout.run('npx sim keys webhook-secret'))).trim();
    const { url } = await startReceiver(({ headers, rawBody }, response) => {
      const expected = createHmac('sha256', secret).update(rawBody).digest('hex');
      response.writeHead(headers['svc-signature'] === expected ? 200 : 401).end();
    });
    const doctor = checkout.run(`npx sim doctor ${url}/webhooks`);
    expect((await doctor.exited).code).toBe(1);
    const output = new DocPage('first-steps.md', language).block('text', '(14 ');
    expect(doctor.stdout()).toContain(output);
  });

  it('shows a curl request that succeeds', async () => {
    const checkout = await freshCheckout();
    await checkout.start();
    const block = page.block('sh', 'curl');
    const variables = block.split('\n').filter((line) => line.startsWith('eval '));
    // curl can be missing, so the test sends the request itself.
    const [, path] = /curl -s "\$SIM_URL(\S+)"/.exec(block) ?? [];
    const [, body] = /-d (.*')$/s.exec(block.trim()) ?? [];
    const output = checkout.run(
      [...variables, 'echo "$SIM_URL"', 'echo "$SIM_TOKEN"', `echo ${body}`].join('\n'),
    );
    const [url, token, ...json] = (await stdoutOf(output)).split('\n');
    const answer = await call(url as string, 'POST', path as string, {
      token: token as string,
      body: JSON.parse(json.join('\n')),
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data.payment_url).toMatch(/^http/);
  });
});
