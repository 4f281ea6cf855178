import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { buttonBody } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const SESSIONS = '/api/v1/ext/payment-sessions/buttons';

describe('the log of API calls (GET /console/calls)', async () => {
  const { sim, account } = await startAccountForBlock();

  const calls = async (query = '', of = account, headers = {}) =>
    (await sim.send('GET', `/console/calls${query}`, { token: of.console, headers })).json;

  it('lists calls newest first with their bodies, operation and ids, without calls of the console', async () => {
    const caller = await sim.account();
    const body = { ...buttonBody, agreement_id: caller.agreement };
    const creation = await sim.send('POST', SESSIONS, {
      token: caller.token,
      body,
      headers: { 'idempotency-key': 'key-1', 'user-agent': 'shop/1' },
    });
    const { id } = creation.json.data;
    await sim.ask(caller, 'GET', `/api/v1/ext/payment-sessions/status/${id}?x=1`);
    await sim.ask(caller, 'GET', '/console/sessions');
    const { data } = await calls('', caller);
    expect(data.map(({ operation }: { operation: string }) => operation)).toEqual([
      'getSessionStatus',
      'createButtonSession',
      'createAgreement',
    ]);
    expect(data[0]).toMatchObject({ path: `/api/v1/ext/payment-sessions/status/${id}?x=1`, request: null });
    expect(data[1]).toMatchObject({
      method: 'POST',
      path: SESSIONS,
      status: creation.status,
      request_id: creation.headers.get('x-request-id'),
      idempotency_key: 'key-1',
      user_agent: 'shop/1',
      request: { text: JSON.stringify(body), cut: false },
      response: { text: creation.text, characters: creation.text.length },
      faults: [],
      what_to_do: null,
    });
    expect(data[0].id).toBeGreaterThan(data[1].id);
    const ofSession = await calls(`?session_id=${id}`, caller);
    expect(ofSession.data).toHaveLength(2);
  });

  it('shows each fault of a refused call with the sent value and advice, in the requested language', async () => {
    const caller = await sim.account();
    await sim.send('POST', SESSIONS, {
      token: caller.token,
      body: { ...buttonBody, amount_reference: 'ten' },
    });
    await sim.send('PUT', SESSIONS, { token: caller.token });
    await sim.ask(caller, 'POST', '/api/v1/ext/payment-session/buttons', {});
    const { data } = await calls('?errors=true', caller);
    expect(data.map(({ status }: { status: number }) => status)).toEqual([404, 405, 400]);
    expect(data[2].faults).toEqual([
      { pointer: '/amount_reference', detail: expect.any(String), value: '"ten"' },
      { pointer: '/agreement_id', detail: 'is required', value: null },
    ]);
    expect(data[2].what_to_do).toMatch(/^Correct /);
    // The problem of an unknown path already names the right path.
    expect(data[0]).toMatchObject({ detail: expect.stringContaining('Did you mean'), what_to_do: null });
    const spanish = await calls('?status=400', caller, { 'accept-language': 'es' });
    expect(spanish.data[0].what_to_do).toMatch(/^Corrige /);
  });

  it('names the field with the id of a missing record, and gives advice about that field', async () => {
    const caller = await sim.account();
    const body = { ...buttonBody, agreement_id: 'agr_0000000000000000' };
    const { json } = await sim.send('POST', SESSIONS, { token: caller.token, body });
    expect(json).toMatchObject({ status: 404, errors: [{ pointer: '/agreement_id' }] });
    const items = [{ ...body, agreement_id: caller.agreement }, body];
    const batch = '/api/v1/ext/payment-sessions/request/batch';
    const second = await sim.send('POST', batch, { token: caller.token, body: { items } });
    expect(second.json.errors).toEqual([{ pointer: '/items/1/agreement_id', detail: json.detail }]);
    const [, call] = (await calls('', caller)).data;
    expect(call.faults).toMatchObject([{ pointer: '/agreement_id', value: '"agr_0000000000000000"' }]);
    expect(call.what_to_do).toMatch(/^Correct the errors /);
  });

  it('names the ignored fields of a call, whether it was accepted or refused', async () => {
    const caller = await sim.account();
    const body = { ...buttonBody, agreement_id: caller.agreement, webhookUrl: 'http://x.invalid' };
    await sim.send('POST', SESSIONS, { token: caller.token, body });
    await sim.send('POST', SESSIONS, { token: caller.token, body: { 'a/b': 1, __proto__: 2 } });
    const { data } = await calls('', caller);
    expect(data[1].what_to_do).toMatch(/^Unknown fields, ignored: \/webhookUrl\. /);
    expect(data[0].what_to_do).toMatch(/^Correct .* Unknown fields, ignored: \/a~1b\. /);
  });

  it("logs a 401 for the token's account even if the token was sent wrongly, and for no other account", async () => {
    const caller = await sim.account();
    const other = await sim.account();
    const ask = (authorization: string | undefined, headers: Record<string, string> = {}) =>
      sim.send('POST', SESSIONS, {
        body: {},
        headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
      });
    const { token } = caller;
    const requests: readonly (readonly [string | undefined, RegExp, Record<string, string>?])[] = [
      [token, /Bearer” is missing/],
      [`Token ${token}`, /Bearer” is missing/],
      [`Bearer "${token}"`, /surrounds the token/],
      [`Bearer Bearer ${token}`, /surrounds the token/],
      [undefined, /a different header/, { 'x-api-key': token }],
      [`Bearer ${caller.console}`, /Send the credential/],
    ];
    for (const [authorization, advice, headers] of requests) {
      expect((await ask(authorization, headers)).status).toBe(401);
      const [call] = (await calls('?status=401', caller)).data;
      expect([authorization, call?.what_to_do]).toEqual([authorization, expect.stringMatching(advice)]);
      expect(JSON.stringify(call)).not.toContain(token.slice(12, 20));
    }
    const otherHeaders = [
      undefined,
      `Bearer ${token.slice(0, -3)}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token.slice(0, 8)}${'x'.repeat(32)}`,
      'Bearer sim_api_',
      'Basic abc',
    ];
    for (const authorization of otherHeaders) expect((await ask(authorization)).status).toBe(401);
    expect((await calls('?status=401', caller)).data).toHaveLength(requests.length);
    expect((await calls('?status=401', other)).data).toEqual([]);
  });

  it('stores only the beginning of long URLs, idempotency keys and user agents', async () => {
    const caller = await sim.account();
    const headers = { 'idempotency-key': 'k'.repeat(2000), 'user-agent': 'a'.repeat(2000) };
    await sim.send('GET', `/api/v1/ext/payment-sessions/status/x?${'q'.repeat(8000)}`, {
      token: caller.token,
      headers,
    });
    const [{ path, idempotency_key, user_agent }] = (await calls('', caller)).data;
    expect([path.length, idempotency_key.length, user_agent.length]).toEqual([4096, 300, 300]);
  });

  it('pages in both directions with filters, and refuses unknown filters', async () => {
    const caller = await sim.account();
    for (let index = 0; index < 5; index++) await sim.button(caller);
    const ids: number[] = [];
    let cursor = '';
    do {
      const page = await calls(
        `?operation=createButtonSession&limit=2${cursor && `&cursor=${cursor}`}`,
        caller,
      );
      ids.push(...page.data.map(({ id }: { id: number }) => id));
      cursor = page.next_cursor ?? '';
    } while (cursor);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...ids].sort((one, another) => another - one));
    const after = await calls(`?order=asc&after=${ids[2]}`, caller);
    expect(after.data.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[0]]);
    const begin = new Date(sim.clock.now() + 1).toISOString();
    await sim.clock.advance(1000);
    await sim.button(caller);
    expect((await calls(`?since=${begin}`, caller)).data).toHaveLength(1);
    for (const bad of ['errors=yes', 'status=x', 'operation=none', 'session_id=x', 'since=x', 'cursor=zz']) {
      const refusal = await calls(`?${bad}`, caller);
      expect([bad, refusal.status, refusal.errors?.[0]?.pointer]).toEqual([
        bad,
        400,
        `/${bad.slice(0, bad.indexOf('='))}`,
      ]);
    }
  });

  it('shows no secrets of unreadable bodies, lists or headers', async () => {
    const caller = await sim.account();
    const requests: readonly (readonly [body: string, type: string])[] = [
      [`{"password":"hush hush"`, 'application/json'],
      [`{"password":hush hush}`, 'application/json'],
      [`password=hush+hush&token=${caller.token}`, 'application/x-www-form-urlencoded'],
      [`{"rules":[],"password":["hush hush"],"secret":{"a":"hush hush"}}`, 'application/json'],
    ];
    for (const [body, type] of requests) {
      const headers = {
        'content-type': type,
        'user-agent': `shop ${caller.console}`,
        'idempotency-key': caller.secret,
      };
      await sim.send('PUT', '/control/script?password=hush', { token: caller.token, body, headers });
    }
    const log = await calls('', caller);
    const text = JSON.stringify(log);
    for (const secret of [caller.token, caller.console, caller.secret, 'hush'])
      expect(text).not.toContain(secret);
    const [, form, , cut] = log.data;
    expect(form.request).toEqual({ text: '', characters: requests[2]?.[0].length, cut: true });
    expect(cut.request).toEqual({ text: '', characters: requests[0]?.[0].length, cut: true });
    expect(cut.detail).toContain("The body isn't valid JSON: ");
    expect(log.data[0].user_agent).toMatch(/^shop sim_con_…/);
    for (const query of ['hush', caller.token.slice(10, 16)])
      expect((await calls(`?q=${query}`, caller)).data).toEqual([]);
  });

  it('is empty after a reset', async () => {
    const caller = await sim.account();
    await sim.button(caller);
    await sim.ask(caller, 'POST', '/control/reset');
    const { data } = await calls('', caller);
    expect(data.map(({ operation }: { operation: string }) => operation)).toEqual(['resetAccount']);
  });

  it("streams new calls from the client's position, each call once", async () => {
    const caller = await sim.account();
    const connection = new AbortController();
    const answer = await fetch(`${sim.url}/console/calls?operation=createButtonSession`, {
      headers: {
        authorization: `Bearer ${caller.console}`,
        accept: 'text/event-stream',
        'last-event-id': '0',
      },
      signal: connection.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error('no body');
    let text = '';
    const messages = () => text.split('\n').filter((line) => line.startsWith('data: '));
    for (let sessionCount = 1; sessionCount <= 3; sessionCount++) {
      const id = await sim.button(caller);
      while (!text.includes(id)) text += (await reader.read()).value ?? '';
      expect(messages()).toHaveLength(sessionCount);
    }
    connection.abort();
  });
});
