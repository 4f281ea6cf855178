import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { buttonBody } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const HOSTILE = '"><img/src=x/onerror=alert(1)>';
const ESCAPED = '&quot;&gt;&lt;img/src=x/onerror=alert(1)&gt;';

describe('the pages of classes', async () => {
  const sim = await simulatorOfBlock();
  const [owner, trainee] = [await sim.account(), await sim.account()];
  const [trainer, learner] = [await logIn(sim, owner), await logIn(sim, trainee)];

  /** Creates a class with the form; returns its id and code. */
  const create = async (title = 'Marzo') => {
    const { location } = await trainer.post('/console/classes', { title });
    const id = /^\/console\/classes\/(cls_[0-9a-f]{16})\?done=class_created$/.exec(location ?? '')?.[1] ?? '';
    const { html } = await trainer.get(`/console/classes/${id}`);
    return { id, html, code: /class_code=([2-9A-Z]{8})/.exec(html)?.[1] ?? '' };
  };
  const join = (code: string, browser = learner) =>
    browser.post('/console/classes/join', { class_code: code });
  it('creates a class, and shows its code and its link immediately', async () => {
    const { id, code, html } = await create('Integradores');
    expect(html).toContain('<h1 class="clamp">Integradores</h1>');
    expect(html).toContain(`${sim.url}/console/register?class_code=${code}`);
    expect(html).toContain('Todavía no hay nadie');
    const list = (await trainer.get('/console/classes')).html;
    expect(list).toContain(`href="/console/classes/${id}"`);
    expect(list).toContain(code);
  });

  it('refuses an empty title, and keeps the input', async () => {
    for (const title of ['   ', `x${'y'.repeat(500)}`]) {
      const { status, html } = await learner.post('/console/classes', { title });
      expect([status, html.includes('id="title-fault"')]).toEqual([400, true]);
      expect(html).toContain(`value="${title}"`);
    }
    expect((await sim.ask(trainee, 'GET', '/console/classes')).json.data).toEqual([]);
  });

  it('refuses an unknown code, and shows the code as text', async () => {
    const newAccount = await sim.account();
    const { status, html } = await join(`ABCD${HOSTILE}`, await logIn(sim, newAccount));
    expect([status, html.includes('id="class_code-fault"')]).toEqual([404, true]);
    expect(html).toContain(`ABCD${ESCAPED}`);
    expect(html).not.toContain('<img');
    expect((await sim.ask(newAccount, 'GET', '/console/class')).status).toBe(404);
  });

  it('joins a class by its code in any spelling, shows the class, and leaves it', async () => {
    const { code } = await create();
    const joining = await join(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
    expect([joining.status, joining.location]).toEqual([303, '/console/classes?done=class_joined']);
    const { html } = await learner.get(joining.location ?? '');
    expect(html).toContain('Entraste a la clase.');
    // The trainer can reset the password and open the account. The pages for joining and registering say so.
    const resetNotice = 'tu cuenta con una contraseña de un solo uso';
    expect(html).toContain(resetNotice);
    expect(
      (await new TestBrowser(sim.url, { 'accept-language': 'es' }).get('/console/register')).html,
    ).toContain(resetNotice);
    expect(html).toMatch(/title="Marzo">\s*Marzo/);
    const left = await learner.post('/console/classes/leave');
    expect([left.status, left.location]).toEqual([303, '/console/classes?done=class_left']);
    expect((await learner.get('/console/classes')).html).toContain('No estás en ninguna clase');
    expect((await learner.post('/console/classes/leave')).status).toBe(303);
  });

  it("shows a trainee's progress to the owner only, without payloads", async () => {
    const { id, code } = await create();
    const newcomer = await sim.account();
    await join(code, await logIn(sim, newcomer));
    await sim.button(newcomer, { identifier: 'SECRET-ORDER' });
    await sim.ask(newcomer, 'POST', '/api/v1/ext/payment-sessions/buttons', {
      ...buttonBody,
      agreement_id: newcomer.agreement,
      amount_reference: 0,
    });
    const path = `/console/classes/${id}?trainee=${newcomer.name}`;
    const { status, html } = await trainer.get(path);
    expect(status).toBe(200);
    expect(html).toContain('3 de 28 prácticas hechas<');
    expect(html).toContain('POST createButtonSession · 400 /amount_reference debe');
    expect(html).toMatch(/<summary>Pagar en la página de pago\s*<\/summary><p class="soft small">Abre/);
    for (const secret of ['SECRET-ORDER', newcomer.token, newcomer.agreement])
      expect(html).not.toContain(secret);
    expect((await learner.get(path)).status).toBe(404);
    expect((await trainer.get(`/console/classes/${id}?trainee=${owner.name}`)).status).toBe(404);
    expect((await trainer.get(`/console/classes/${id}?trainee=${encodeURIComponent(HOSTILE)}`)).status).toBe(
      404,
    );
  });

  it('counts practices done with a tool if the owner allows it', async () => {
    const { id } = await create();
    const can = async (what: string) =>
      (await trainer.get(`/console/classes/${id}`)).html.includes(`value="${what}"`);
    expect([await can('tools_count'), await can('programs_only')]).toEqual([true, false]);
    await trainer.post(`/console/classes/${id}`, { do: 'tools_count' });
    expect([await can('tools_count'), await can('programs_only')]).toEqual([false, true]);
    await trainer.post(`/console/classes/${id}`, { do: 'programs_only' });
    expect(await can('tools_count')).toBe(true);
  });

  it('shows the owner the current practice of each trainee, and whether a person or a tool did it', async () => {
    const { id, code } = await create();
    const newcomer = await sim.account();
    await join(code, await logIn(sim, newcomer));
    const { html } = await trainer.get(`/console/classes/${id}`);
    const row = /<tr><th scope="row" class="who-cell".*?<\/tr>/s.exec(html)?.[0] ?? '';
    expect(row).toContain(`<a class="clamp" href="?trainee=${newcomer.name}">${newcomer.name}</a>`);
    expect(row).toContain('2<span class="soft"> / 28</span>');
    expect(row).toContain('<td class="stuck">Crear una sesión de botón</td>');
    expect(row).toContain('datetime="2026-01-01T00:00:00.000Z" data-form="since"');
    expect(row.match(/class="step did/g)).toHaveLength(2);
    expect(row.match(/class="step here/g)).toHaveLength(1);
    const english = await logIn(sim, owner, { 'accept-language': 'en' });
    expect((await english.get(`/console/classes/${id}`)).html).toContain(
      '<td class="stuck">Create a button session</td>',
    );
  });

  it('orders the rows by the chosen column', async () => {
    const { id, code } = await create();
    const [slow, quick] = [await sim.account(), await sim.account()];
    for (const account of [slow, quick]) await join(code, await logIn(sim, account));
    await sim.button(slow);
    const order = async (query: string) => {
      const { html } = await trainer.get(`/console/classes/${id}${query}`);
      return [...html.matchAll(/href="\?trainee=([^"]*)"/g)].map(([, name]) => name);
    };
    const byProgress = [quick.name, slow.name];
    expect(await order('')).toEqual(byProgress);
    expect(await order('?order=name')).toEqual([slow.name, quick.name].sort());
    expect(await order('?order=constructor')).toEqual(byProgress);
  });

  it('shows the owner only the names and progress of trainees', async () => {
    const { id, code } = await create();
    const newcomer = await sim.account();
    await join(code, await logIn(sim, newcomer));
    const receiver = `${sim.url}/console/hooks/ok`;
    const session = await sim.button(newcomer, { webhook_url: receiver, description: 'Arepas' });
    const { html } = await trainer.get(`/console/classes/${id}`);
    const csv = (await trainer.get(`/console/classes/${id}/progress.csv`)).html;
    const { id: accountId, token, console, secret, agreement } = newcomer;
    const secrets = [accountId, token, console, secret, agreement, session];
    for (const text of [html, csv]) {
      expect(text).toContain(newcomer.name);
      for (const privateText of [...secrets, 'Arepas', 'hooks/ok']) expect(text).not.toContain(privateText);
    }
  });

  it('returns 404 for the board to everybody except its owner', async () => {
    const { id, code } = await create('Solo mía');
    await join(code);
    for (const classId of [id, 'cls_0011223344556677', '%22%3E']) {
      for (const path of [`/console/classes/${classId}`, `/console/classes/${classId}/progress.csv`]) {
        const { status, html } = await learner.get(path);
        expect([path, status]).toEqual([path, 404]);
        expect(html).not.toContain('Solo mía');
      }
      expect((await learner.get(`/console/live/classes/${classId}`)).status).toBe(404);
    }
  });

  it('exports the table as a file', async () => {
    const { id, code } = await create();
    await join(code);
    const csv = await trainer.get(`/console/classes/${id}/progress.csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="Marzo.csv"');
    expect(csv.html.split('\r\n')[1]).toContain(trainee.name);
  });
});
