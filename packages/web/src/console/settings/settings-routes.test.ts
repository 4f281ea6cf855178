import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('the page of settings', async () => {
  const { sim, account, browser } = await inConsole({ accreditationDelayMs: 7000 });

  const stored = async () => (await sim.ask(account, 'GET', '/console/settings')).json.data;
  const chosen = (html: string) => [...html.matchAll(/value="(\w+)" checked=""/g)].map(([, value]) => value);

  it('says what is in force, also where the account says nothing', async () => {
    const own = await logIn(sim, await sim.account(), { 'accept-language': 'en' });
    const { html } = await own.get('/console/settings');
    expect(chosen(html)).toEqual(['both', 'timestamp', 'by_receiver']);
    expect(html).toContain('7 s');
  });

  it('changes what the API answers, and takes an empty number for none', async () => {
    const wanted = {
      webhook_body: 'flat',
      webhook_signature: 'body',
      receiver_credits: 'list',
      extra_events: 'true',
      accreditation_delay_ms: ' 0 ',
      throttle_per_minute: '60',
      frame_ancestors: 'https://shop.invalid\r\n http://localhost:3000 ',
      minimum_amount_ves: '14.5',
    };
    const saved = await browser.post('/console/settings', wanted);
    expect([saved.status, saved.location]).toEqual([303, '/console/settings?done=settings_saved']);
    const page = await browser.get(`${saved.location}`);
    expect(page.html).toContain('Settings saved.');
    expect(chosen(page.html)).toEqual(['flat', 'body', 'list', 'true']);
    expect(await stored()).toEqual({
      ...wanted,
      extra_events: true,
      accreditation_delay_ms: 0,
      throttle_per_minute: 60,
      minimum_amount_ves: 14.5,
      frame_ancestors: ['https://shop.invalid', 'http://localhost:3000'],
    });
    expect(page.html).toMatch(/<textarea[^>]*>https:\/\/shop\.invalid\nhttp:\/\/localhost:3000<\/textarea>/);
    await browser.post('/console/settings', {
      ...wanted,
      accreditation_delay_ms: '',
      throttle_per_minute: ' ',
    });
    expect(await stored()).toMatchObject({ accreditation_delay_ms: null, throttle_per_minute: null });
  });

  it('shows of each shape of the body the fields that webhooks have there', async () => {
    const own = await sim.account();
    const { html } = await (await logIn(sim, own)).get('/console/settings');
    const samples = [...html.matchAll(/<pre class="code wrap">(\{&quot;event.*?)<\/pre>/gs)].map(
      ([, sample]) =>
        JSON.parse(`${sample}`.replaceAll('&quot;', '"').replaceAll(/, …/g, '').replaceAll('8b1d…', 'ID')),
    );
    for (const [at, webhook_body] of ['both', 'flat', 'data'].entries()) {
      await sim.send('PUT', '/console/settings', { token: own.console, body: { webhook_body } });
      const id = await sim.button(own);
      const [emitted] = await sim.trace(own, `&type=webhook.emitted&session_id=${id}`);
      const body = JSON.parse(`${emitted?.data.raw_body}`.replaceAll(id, 'ID'));
      expect(body).toMatchObject({ ...samples[at], event: 'payment_session.created' });
      expect(Object.hasOwn(samples[at], 'data')).toBe(Object.hasOwn(body, 'data'));
    }
  });

  it('shows each error next to its field, keeps the input, and changes nothing', async () => {
    const before = await stored();
    const refused = await browser.post('/console/settings', {
      webhook_body: 'xml',
      webhook_signature: '<b>none</b>',
      receiver_credits: 'map',
      extra_events: 'perhaps',
      accreditation_delay_ms: '86400001',
      throttle_per_minute: '"><script>1</script>',
      frame_ancestors: 'https://shop.invalid https://shop.invalid/path </textarea><script>2',
      minimum_amount_ves: '14.555',
    });
    expect(refused.status).toBe(400);
    for (const name of Object.keys(before)) expect(refused.html).toContain(`id="${name}-fault"`);
    expect(refused.html).toContain('value="86400001"');
    expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"');
    expect(refused.html).not.toMatch(/<script>[12]/);
    expect(chosen(refused.html)).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it.each(['0', '100001', '1.5', '1e3', '٣', '-1', 'x'.repeat(500)])(
    'refuses a limit of %j',
    async (limit) => {
      const refused = await browser.post('/console/settings', { throttle_per_minute: limit });
      expect([refused.status, refused.html.includes('id="throttle_per_minute-fault"')]).toEqual([400, true]);
    },
  );

  it('leaves alone what a form does not send', async () => {
    await browser.post('/console/settings', { webhook_body: 'data', unknown: '1' });
    const before = await stored();
    await browser.post('/console/settings', { throttle_per_minute: '5' });
    expect(await stored()).toEqual({ ...before, throttle_per_minute: 5 });
  });
});
