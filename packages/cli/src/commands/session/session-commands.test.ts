import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();
const { createLiveStage, sim, runForData, newSession } = live;

describe('sim session', () => {
  it('creates, shows, pays, waits for and lists a session without flags', async () => {
    const creation = await sim('session', 'create', '--amount', '25.50', '--description', 'Café');
    expect(creation.code).toBe(0);
    const [, id] = /^session +([0-9a-f-]{36}) pending\n/.exec(creation.stdout) ?? [];
    expect(creation.stdout).toContain(`pay at    ${live.url}/pay/${id}\n`);
    expect(creation.stderr).toBe(`next: open the payment page, or run sim session pay ${id}\n`);

    const payment = await sim('session', 'pay', id as string);
    expect(payment).toMatchObject({ code: 0, stdout: 'paid  immediate debit\n' });
    expect(payment.stderr).toContain(`sim session wait ${id} --for accredited`);
    const wait = await sim('session', 'wait', id as string, '--for', 'accredited');
    expect(wait.code).toBe(0);
    expect(wait.stdout).toContain('session.accredited');

    const showOutput = await sim('session', 'show', id as string);
    expect(showOutput.stdout).toMatch(/^session +[0-9a-f-]{36} ●─●─● paid · accredited$/m);
    expect(showOutput.stdout).toMatch(/^description +Café$/m);
    expect(showOutput.stdout).toMatch(/^ {2}owner +credited/m);
    expect(await runForData('session', 'show')).toMatchObject({ id });
    const listOutput = await sim('session', 'list', '--status', 'paid', '--limit', '1000');
    expect(listOutput.stdout).toMatch(new RegExp(`^${id} +●─●─● paid.* USD 25\\.50 `, 'm'));
    const status = await sim('status');
    expect(status.stdout).toMatch(new RegExp(`${id} ●─●─● paid · accredited$`, 'm'));
    const spanish = await sim('session', 'show', id as string, '--lang', 'es');
    expect(spanish.stdout).toMatch(/^sesión +[0-9a-f-]{36} ●─●─● pagada · acreditada$/m);
    expect(spanish.stdout).toMatch(/^ {2}titular +acreditado/m);
  });

  it('suggests http:// for a webhook URL without a scheme', async () => {
    for (const url of ['notaurl', 'localhost:3000/hook', 'shop.example/hook']) {
      for (const words of [
        ['session', 'create'],
        ['trigger', 'paid'],
      ]) {
        const { code, stdout, stderr } = await sim(...words, '--webhook-url', url);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain(`did you mean http://${url}?`);
      }
    }
    const other = await sim('session', 'create', '--webhook-url', 'ftp://shop.example/hook');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('/webhook_url')]);
  });

  it('shows the due time of a request, and requires --request for --due', async () => {
    const due = ['--due', '2090-01-02T03:04:05Z'];
    const creation = await sim('session', 'create', '--request', ...due);
    const dueLine = expect.stringMatching(/^due +2090-01-02T03:04:05Z \(in \d+ d\)$/m);
    expect([creation.code, creation.stdout]).toEqual([0, dueLine]);
    expect((await sim('session', 'show')).stdout).toEqual(dueLine);
    const past = await sim('session', 'create', '--request', '--due', '2020-01-02T03:04:05Z');
    expect([past.code, past.stderr]).toEqual([
      1,
      expect.stringMatching(/^ {2}\/due_date_session \(--due\) {2}\S/m),
    ]);
    const refusal = await sim('session', 'create', ...due);
    expect([refusal.code, refusal.stderr]).toEqual([
      2,
      expect.stringContaining('--due only applies to a request: add --request'),
    ]);
  });

  it('splits a payment among partners, by percents or by amounts', async () => {
    const { agreement_id } = await runForData('agreement', 'create', 'Reparto', '--split');
    const [ana, luis] = [
      await runForData('partner', 'create', 'Ana'),
      await runForData('partner', 'create', 'Luis'),
    ];
    const create = (...words: string[]) => sim('session', 'create', '--agreement', agreement_id, ...words);
    const splitFlags = (share: string) =>
      [ana, luis].flatMap((one) => ['--split', `${one.partner_id}=${share}`]);
    const createdSplit = async (...words: string[]) => {
      const { stdout } = await create(...words, '--json');
      return JSON.parse(stdout).split;
    };
    expect(await createdSplit(...splitFlags('12.5%'))).toEqual({
      type: 'percent',
      rules: [ana, luis].map(({ partner_id }) => ({ recipient_id: partner_id, percent: 12.5 })),
    });
    expect(await createdSplit(...splitFlags('2.50'), '--amount', '9')).toMatchObject({
      type: 'absolute',
      rules: [{ amount_reference: 2.5 }, { amount_reference: 2.5 }],
    });
    const mixed = await create('--split', `${ana.partner_id}=40%`, '--split', `${luis.partner_id}=1`);
    expect([mixed.code, mixed.stderr]).toEqual([
      2,
      expect.stringContaining('use percentages for all shares'),
    ]);
    const wrong = await create('--split', 'Ana');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('PARTNER=40%')]);
  });

  it('reads the body from a file', async () => {
    const stage = await createLiveStage(['session', 'create', '--body', 'b.json', '--json']);
    const body = { amount_reference: 3, identifier: 'file-1', duration_minutes: 7 };
    writeFileSync(join(stage.directory, 'b.json'), JSON.stringify(body));
    expect(JSON.parse((await runStage(stage)).stdout)).toMatchObject({
      ...body,
      agreement_id: live.account.agreement_id,
    });
  });

  it('fails a payment with the key of a failure, and explains the failure', async () => {
    const id = await newSession('--request');
    expect(await runForData('session', 'pay', id, '--otp', '111111', '--expect', 'failed')).toEqual({
      session_id: id,
      result: 'failed',
      method: 'immediate_debit',
      reason: 'insufficient_funds',
      redirect: null,
    });
    const showOutput = (await sim('session', 'show', id)).stdout;
    expect(showOutput).toMatch(/^attempt +immediate debit /m);
    expect(showOutput.match(/insufficient funds/g)).toHaveLength(1);
    const unexpected = await sim('session', 'pay', id, '--otp', '111111');
    expect(unexpected.code).toBe(1);
    expect(unexpected.stdout).toBe(
      'failed  immediate debit  The bank declined the payment: the account has insufficient funds.\n',
    );
    expect(unexpected.stderr).toContain('--expect failed');
    expect((await sim('session', 'pay', id, '--method', 'crypto', '--expect', 'failed')).code).toBe(1);
    expect(await runForData('session', 'show', id)).toMatchObject({ status: 'paid' });
  });

  it('expires a session, which then can neither be paid nor become pending again', async () => {
    const id = await newSession();
    expect(await runForData('session', 'expire', id)).toMatchObject({ id, status: 'expired' });
    expect((await sim('session', 'show', id)).stdout).toMatch(/^reason +through the API$/m);
    const payment = await sim('session', 'pay', id);
    expect(payment).toMatchObject({ code: 1, stdout: '' });
    expect(payment.stderr).toContain('only a pending session can be paid');
  });

  it.each([
    ['paid', 'The payment was successful.', 'El pago se realizó con éxito.'],
    ['failed', 'The bank declined the payment.', 'El banco rechazó el pago.'],
    ['expired', 'The time to pay has run out; nothing was charged.', 'El tiempo para pagar se agotó'],
  ])(
    'forces %s with a message for the payer in the language of the command',
    async (outcome, english, spanish) => {
      for (const [words, message] of [
        [['--lang', 'en'], english],
        [[], english],
        [['--lang', 'es'], spanish],
      ] as const) {
        const id = await newSession();
        const forcedOutcome = await sim('outcome', id, '--outcome', outcome, '--json', ...words);
        const messageIn = (text: string) => JSON.parse(text).session_payment.user_message;
        expect(messageIn(forcedOutcome.stdout)).toContain(message);
        expect(messageIn((await sim('session', 'show', id, '--json', '--lang', 'es')).stdout)).toContain(
          message,
        );
      }
    },
  );

  it('keeps the message of a forced outcome in Spanish for a program that requests no language', async () => {
    const id = await newSession();
    const headers = { authorization: `Bearer ${live.account.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ leg: 1, outcome: 'paid' });
    const url = `${live.url}/control/sessions/${id}/outcome`;
    const answer = await (await fetch(url, { method: 'POST', headers, body })).text();
    expect(JSON.parse(answer).data.session_payment.user_message).toBe('El pago se realizó con éxito.');
  });

  it('refuses a session that does not exist', async () => {
    for (const words of [['show'], ['pay'], ['expire'], ['wait', '--for', 'paid']]) {
      const [command = '', ...options] = words;
      const { code, stderr } = await sim('session', command, 'no-such-session', ...options);
      expect({ command, code }).toEqual({ command, code: 1 });
      expect(stderr).toMatch(/no (such )?session/);
    }
  });
});

it('prints colors on a terminal, and escapes none of them', async () => {
  const id = await newSession('--request');
  for (const words of [['pay', id], ['show', id], ['list'], ['create']]) {
    const stage = await live.createLiveStage(['session', ...words], { terminal: true });
    const { code, stdout } = await runStage(stage);
    expect({ words, code }).toEqual({ words, code: 0 });
    expect(stdout).toContain('\u001b[');
    expect(stdout).not.toContain('\ufffd');
  }
});
