import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('the page of settings', async () => {
  const { sim, account, browser } = await inConsole({ accreditationDelayMs: 7000 });

  const readSettings = async () => (await sim.ask(account, 'GET', '/console/settings')).json.data;
  const chosenValues = (html: string) =>
    [...html.matchAll(/value="(\w+)" checked=""/g)].map(([, value]) => value);

  it('shows the current settings, with defaults for the others', async () => {
    const englishBrowser = await logIn(sim, await sim.account(), { 'accept-language': 'en' });
    const { html } = await englishBrowser.get('/console/settings');
    expect(chosenValues(html)).toEqual(['both', 'timestamp', 'by_receiver']);
    expect(html).toContain('7 s');
  });

  it("changes the API's responses, and treats an empty number as no value", async () => {
    const changes = {
      webhook_body: 'flat',
      webhook_signature: 'body',
      receiver_credits: 'list',
      extra_events: 'true',
      accreditation_delay_ms: ' 0 ',
      throttle_per_minute: '60',
      frame_ancestors: 'https://shop.invalid\r\n http://localhost:3000 ',
      minimum_amount_ves: '14.5',
    };
    const response = await browser.post('/console/settings', changes);
    expect([response.status, response.location]).toEqual([303, '/console/settings?done=settings_saved']);
    const page = await browser.get(`${response.location}`);
    expect(page.html).toContain('Settings saved.');
    expect(chosenValues(page.html)).toEqual(['flat', 'body', 'list', 'true']);
    expect(await readSettings()).toEqual({
      ...changes,
      extra_events: true,
      accreditation_delay_ms: 0,
      throttle_per_minute: 60,
      minimum_amount_ves: 14.5,
      frame_ancestors: ['https://shop.invalid', 'http://localhost:3000'],
    });
    expect(page.html).toMatch(/<textarea[^>]*>https:\/\/shop\.invalid\nhttp:\/\/localhost:3000<\/textarea>/);
    await browser.post('/console/settings', {
      ...changes,
      accreditation_delay_ms: '',
      throttle_per_minute: ' ',
    });
    expect(await readSettings()).toMatchObject({ accreditation_delay_ms: null, throttle_per_minute: null });
  });

  it('shows which fields webhooks contain for each shape of the body', async () => {
    const newAccount = await sim.account();
    const { html } = await (await logIn(sim, newAccount)).get('/console/settings');
    const samples = [...html.matchAll(/<pre class="code wrap">(\{&quot;event.*?)<\/pre>/gs)].map(
      ([, sample]) =>
        JSON.parse(`${sample}`.replaceAll('&quot;', '"').replaceAll(/, …/g, '').replaceAll('8b1d…', 'ID')),
    );
    for (const [at, webhook_body] of ['both', 'flat', 'data'].entries()) {
      await sim.send('PUT', '/console/settings', { token: newAccount.console, body: { webhook_body } });
      const id = await sim.button(newAccount);
      const [emitted] = await sim.trace(newAccount, `&type=webhook.emitted&session_id=${id}`);
      const body = JSON.parse(`${emitted?.data.raw_body}`.replaceAll(id, 'ID'));
      expect(body).toMatchObject({ ...samples[at], event: 'payment_session.created' });
      expect(Object.hasOwn(samples[at], 'data')).toBe(Object.hasOwn(body, 'data'));
    }
  });

  it('shows each error next to its field, keeps the input, and changes nothing', async () => {
    const before = await readSettings();
    const refusal = await browser.post('/console/settings', {
      webhook_body: 'xml',
      webhook_signature: '<b>none</b>',
      receiver_credits: 'map',
      extra_events: 'perhaps',
      accreditation_delay_ms: '86400001',
      throttle_per_minute: '"><script>1</script>',
      frame_ancestors: 'https://shop.invalid https://shop.invalid/path </textarea><script>2',
      minimum_amount_ves: '14.555',
    });
    expect(refusal.status).toBe(400);
    for (const name of Object.keys(before)) expect(refusal.html).toContain(`id="${name}-fault"`);
    expect(refusal.html).toContain('value="86400001"');
    expect(refusal.html).toContain('value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"');
    expect(refusal.html).not.toMatch(/<script>[12]/);
    expect(chosenValues(refusal.html)).toEqual([]);
    expect(await readSettings()).toEqual(before);
  });

  it.each(['0', '100001', '1.5', '1e3', '٣', '-1', 'x'.repeat(500)])(
    'refuses a limit of %j',
    async (limit) => {
      const refusal = await browser.post('/console/settings', { throttle_per_minute: limit });
      expect([refusal.status, refusal.html.includes('id="throttle_per_minute-fault"')]).toEqual([400, true]);
    },
  );

  it('keeps settings for which the form has no field', async () => {
    await browser.post('/console/settings', { webhook_body: 'data', unknown: '1' });
    const before = await readSettings();
    await browser.post('/console/settings', { throttle_per_minute: '5' });
    expect(await readSettings()).toEqual({ ...before, throttle_per_minute: 5 });
  });
});
