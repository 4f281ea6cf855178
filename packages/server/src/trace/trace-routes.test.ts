import { initialSettings } from '@svc-simulator/contract';
import { inAccount } from '@svc-simulator/test-support/account.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('console surfaces (contract section 5)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const get = (path: string, who = account) => sim.send('GET', path, { token: who.console });

  it('lists keys by hint and receivers by absolute URL', async () => {
    const { data } = (await get('/console/keys')).json;
    expect(data.keys).toHaveLength(1);
    expect(data.keys[0].token_hint).not.toContain(account.token);
    expect(data.receivers.captura).toBe(`${sim.url}/console/hooks/${account.id}/captura`);
  });

  it('records what a receiver gets, raw and parsed, and answers as the receiver does', async () => {
    const raw = '{"event":"x",  "n":1.0}';
    for (const [name, expected] of [
      ['paid', 200],
      ['accredited', 200],
      ['fail', 500],
      ['captura', 200],
    ] as const) {
      const answer = await sim.send('POST', `/console/hooks/${account.id}/${name}`, {
        body: raw,
        headers: { 'svc-signature': 'abc', 'idempotency-key': 'k' },
      });
      expect([name, answer.status]).toEqual([name, expected]);
      if (expected === 500)
        expect([answer.headers.get('content-type'), answer.json]).toMatchObject([
          'application/problem+json',
          { status: 500, title: expect.any(String), instance: expect.stringMatching(/^urn:uuid:/) },
        ]);
    }
    await sim.send('POST', `/console/hooks/${account.id}/captura`, {
      body: 'no json',
      headers: { 'content-type': 'text/plain' },
    });
    const received = await sim.trace(account, '&type=webhook.received');
    expect(received).toHaveLength(5);
    expect(received[0]?.data).toMatchObject({
      receiver: 'paid',
      raw_body: raw,
      body: { event: 'x', n: 1 },
      headers: { 'svc-signature': 'abc', 'idempotency-key': 'k' },
    });
    expect(received[4]?.data).toMatchObject({ raw_body: 'no json', body: null });
    expect((await sim.send('POST', `/console/hooks/${account.id}/other`, { body: {} })).status).toBe(404);
    expect((await sim.send('POST', '/console/hooks/acc_0000000000000000/paid', { body: {} })).status).toBe(
      404,
    );
  });

  it('pages the trace both ways, by type and by session', async () => {
    const own = await sim.account();
    const ids = [await sim.button(own), await sim.button(own), await sim.button(own)];
    const all = (await get('/console/trace', own)).json.data;
    expect(all.map(({ id }: { id: number }) => id)).toEqual(
      all.map((_: unknown, index: number) => index + 1),
    );
    const collected: number[] = [];
    let cursor = '';
    do {
      const page = (await get(`/console/trace?limit=3${cursor && `&cursor=${cursor}`}`, own)).json;
      collected.push(...page.data.map(({ id }: { id: number }) => id));
      cursor = page.next_cursor ?? '';
    } while (cursor);
    expect(collected).toEqual(all.map(({ id }: { id: number }) => id));
    const newest = (await get('/console/trace?order=desc&limit=2', own)).json.data;
    expect(newest.map(({ id }: { id: number }) => id)).toEqual([all.length, all.length - 1]);
    const after = (await get(`/console/trace?after=${all.length - 1}`, own)).json.data;
    expect(after).toHaveLength(1);
    const one = (await get(`/console/trace?session_id=${ids[1]}`, own)).json.data;
    expect(one.every(({ session_id }: { session_id: string }) => session_id === ids[1])).toBe(true);
    expect((await get('/console/trace?type=session.created', own)).json.data).toHaveLength(3);
    for (const bad of ['limit=0', 'limit=1001', 'limit=x', 'order=up', 'after=-1', 'cursor=zz']) {
      const refused = await get(`/console/trace?${bad}`, own);
      expect([bad, refused.status]).toEqual([bad, 400]);
    }
  });

  it('refuses a filter by what there is not, with its pointer and what there is', async () => {
    const own = await sim.account();
    const other = await sim.account();
    const [session, foreign] = [await sim.button(own), await sim.button(other)];
    for (const accept of ['application/json', 'text/event-stream'])
      for (const [query, pointer, named] of [
        ['type=session.creted', '/type', 'session.created'],
        ['type=session.created,lost', '/type', 'session.created'],
        ['type=', '/type', 'session.created'],
        ['session_id=none', '/session_id', session],
        [`session_id=${foreign}`, '/session_id', session],
      ]) {
        const headers = { accept };
        const refused = await sim.send('GET', `/console/trace?${query}`, { token: own.console, headers });
        expect([query, refused.status, refused.json.errors?.[0]?.pointer]).toEqual([query, 400, pointer]);
        expect(refused.json.detail).toContain(named);
      }
    const wrong = await get('/console/sessions?status=lost', own);
    expect(wrong.json).toMatchObject({ status: 400, errors: [{ pointer: '/status' }] });
    expect(wrong.json.detail).toContain('pending, paid');
    const several = await get('/console/trace?type=agreement.created,%20session.created', own);
    expect(several.json.data.map(({ type }: { type: string }) => type)).toEqual([
      'agreement.created',
      'session.created',
    ]);
  });

  it('lists sessions newest first, by status and origin, page by page', async () => {
    const own = await sim.account();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await sim.button(own));
    await sim.send('POST', `/control/sessions/${ids[2]}/outcome`, {
      token: own.token,
      body: { leg: 1, outcome: 'paid' },
    });
    const listed = async (query: string) => (await get(`/console/sessions?${query}`, own)).json;
    expect((await listed('')).data.map(({ id }: { id: string }) => id)).toEqual([...ids].reverse());
    expect((await listed('status=paid&origin=button')).data.map(({ id }: { id: string }) => id)).toEqual([
      ids[2],
    ]);
    expect((await listed('origin=request')).data).toEqual([]);
    const first = await listed('limit=2');
    const second = await listed(`limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(
      [...ids].reverse().slice(0, 4),
    );
    expect((await get('/console/sessions?cursor=garbage', own)).status).toBe(400);
    expect((await get('/console/sessions?status=lost', own)).status).toBe(400);
  });

  it('merges settings and refuses wrong ones', async () => {
    const own = await sim.account();
    const set = (body: unknown) => sim.send('PUT', '/console/settings', { token: own.console, body });
    expect((await set({ webhook_body: 'flat' })).json.data).toEqual({
      ...initialSettings,
      webhook_body: 'flat',
    });
    expect((await set({ accreditation_delay_ms: 0 })).json.data).toMatchObject({
      webhook_body: 'flat',
      accreditation_delay_ms: 0,
    });
    expect((await set({ accreditation_delay_ms: null })).json.data.accreditation_delay_ms).toBeNull();
    const wrong = await set({ throttle_per_minute: 0, webhook_body: 'xml', webhook_signature: 5 });
    expect(wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/throttle_per_minute',
      '/webhook_body',
      '/webhook_signature',
    ]);
  });

  it('derives progress from what happened, with the event that proves it', async () => {
    const own = await sim.account();
    const id = await sim.button(own, { webhook_url: `${sim.url}/console/hooks/${own.id}/captura` });
    await sim.send('POST', `/pay/${id}`, paymentForm());
    await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token: own.token });
    await sim.clock.advance(5000);
    const { data } = (await get('/console/progress', own)).json;
    const done = data.practices.filter((practice: { done: boolean }) => practice.done);
    expect(done.map((practice: { id: string }) => practice.id)).toEqual([
      'agreement',
      'button_session',
      'payment_on_page',
      'webhook_acknowledged',
      'accreditation_received',
      'status_after_payment',
      'status_after_redirect',
    ]);
    expect(data.completed).toBe(done.length);
    expect(data.total).toBe(28);
    expect(data.next).toBe('login');
    const proof = done[1].evidence;
    const trace = await sim.trace(own);
    expect(trace[proof.event_id - 1]).toMatchObject({ type: proof.type, session_id: id });
  });

  it('streams the trace live, from a given event, and ends when the simulator closes', async () => {
    const closing = await TestSimulator.start();
    const own = await closing.account();
    const first = await closing.button(own);
    const answer = await fetch(`${closing.url}/console/trace?type=session.paid,session.created`, {
      headers: { authorization: `Bearer ${own.console}`, accept: 'text/event-stream', 'last-event-id': '0' },
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error('no body');
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended before ${part}: ${text}`);
        text += value;
      }
    };
    await until(first);
    const second = await closing.button(own);
    await until(second);
    expect(text.split('\n').filter((line) => line.startsWith('id: '))).toHaveLength(2);
    await closing.clock.advance(15_000);
    await until(': still here');
    await closing.close();
    while (!(await reader.read()).done);
  });
});
