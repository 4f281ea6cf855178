import {
  createPartner,
  type forceOutcome,
  getHealth,
  getOpenApi,
  getSessionStatus,
  listSessions,
  submitPayment,
} from '@svc-simulator/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { answerJson, deadUrl, localServer } from '../test/local-server.ts';
import { createClient, ProblemError, UnexpectedAnswerError, UnreachableError } from './index.ts';

const envelope = (data: unknown, more: object = {}) => ({ status: 200, title: 'OK', data, ...more });

describe('call', () => {
  it('sends the body as JSON with the bearer token to the path of the operation', async () => {
    const { url, requests } = await localServer(answerJson(201, envelope({ partner_id: 'p-1' })));
    const client = createClient({ baseUrl: `${url}/`, token: 'sim_api_x' });
    const answer = await client.call(createPartner, {
      body: { name: 'Ñandú' },
      headers: { 'idempotency-key': 'k-1' },
    });
    expect(answer).toMatchObject({ status: 201, data: { partner_id: 'p-1' }, nextCursor: null });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/ext/partners',
      body: '{"name":"Ñandú"}',
    });
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer sim_api_x',
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
    });
  });

  it.each(['\r', '\n', '\ufeff', ' '])(
    'removes %j from the start and end of the token',
    async (whiteSpace) => {
      const { url, requests } = await localServer(answerJson(201, envelope({ partner_id: 'p-1' })));
      const token = `${whiteSpace}sim_api_x${whiteSpace}`;
      for (const source of [token, async () => token])
        await createClient({ baseUrl: url, token: source }).call(createPartner, { body: { name: 'x' } });
      expect(requests.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer sim_api_x',
        'Bearer sim_api_x',
      ]);
    },
  );

  it.each(['\r', '\n', '"', 'é', '\0'])(
    'throws for a token that contains %j, and never prints the token',
    async (invalidCharacter) => {
      const call = createClient({ baseUrl: await deadUrl(), token: `sim_api_x${invalidCharacter}yz` }).call(
        createPartner,
        { body: { name: 'x' } },
      );
      const error = await call.catch((reason) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toMatch(
        /^character 10 of the token is U\+00[0-9A-F]{2}, which is never part of a token$/,
      );
      expect(error.stack).not.toContain('sim_api_x');
    },
  );

  it('keeps the path of the base URL', async () => {
    const { url, requests } = await localServer(answerJson(200, envelope({ status: 'ok' })));
    for (const baseUrl of [`${url}/pagos`, `${url}/pagos/`]) await createClient({ baseUrl }).call(getHealth);
    expect(requests.map((request) => request.url)).toEqual(['/pagos/health', '/pagos/health']);
  });

  it("sends the client's language unless the request sets a language", async () => {
    const { url, requests } = await localServer(answerJson(200, envelope({ status: 'ok' })));
    const client = createClient({ baseUrl: url, language: 'es' });
    await client.call(getHealth);
    await client.call(getHealth, { headers: { 'accept-language': 'en' } });
    expect(requests.map(({ headers }) => headers['accept-language'])).toEqual(['es', 'en']);
  });

  it('escapes path parameters so that none can lead to another path', async () => {
    const { url, requests } = await localServer(answerJson(200, envelope({})));
    const client = createClient({ baseUrl: url, token: 't' });
    for (const session_id of ['a/b?c#d', '..', '.', 'ñ']) {
      await client.call(getSessionStatus, { params: { session_id } });
    }
    expect(requests.map((request) => request.url)).toEqual([
      '/api/v1/ext/payment-sessions/status/a%2Fb%3Fc%23d',
      '/api/v1/ext/payment-sessions/status/..%20',
      '/api/v1/ext/payment-sessions/status/.%20',
      '/api/v1/ext/payment-sessions/status/%C3%B1',
    ]);
  });

  it('omits undefined query parameters, and returns the cursor of the next page', async () => {
    const { url, requests } = await localServer(answerJson(200, envelope([], { next_cursor: 'c2' })));
    const query = { status: 'paid', limit: 2, cursor: undefined } as const;
    const answer = await createClient({ baseUrl: url, token: 't' }).call(listSessions, { query });
    expect(requests[0]?.url).toBe('/console/sessions?status=paid&limit=2');
    expect(answer.nextCursor).toBe('c2');
  });

  it('sends no token to operations that need no credentials', async () => {
    const { url, requests } = await localServer(answerJson(200, envelope({ status: 'ok' })));
    await createClient({ baseUrl: url, token: 'secret' }).call(getHealth);
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it('returns a document without an envelope unchanged', async () => {
    const { url } = await localServer(answerJson(200, { openapi: '3.1.0' }));
    const { data } = await createClient({ baseUrl: url }).call(getOpenApi);
    expect(data).toEqual({ openapi: '3.1.0' });
  });

  it('throws the problem of a refusal with all its fields', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The body has 1 fault',
      instance: 'urn:uuid:1',
      errors: [{ detail: 'is required', pointer: '/name' }],
    };
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' };
    const { url } = await localServer(answerJson(400, problem, headers));
    const error = await createClient({ baseUrl: url, token: 't' })
      .call(createPartner, { body: { name: '' } })
      .catch((error) => error);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      status: 400,
      title: 'Bad Request',
      detail: 'The body has 1 fault',
      instance: 'urn:uuid:1',
      errors: problem.errors,
      problem,
      message: '400 Bad Request: The body has 1 fault',
    });
    expect(error.headers.get('retry-after')).toBe('7');
  });

  it('throws UnreachableError for a closed port', async () => {
    const baseUrl = await deadUrl();
    const error = await createClient({ baseUrl })
      .call(getHealth)
      .catch((error) => error);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ code: 'ECONNREFUSED', url: `${baseUrl}/health` });
  });

  it('throws UnreachableError if the connection breaks during the response', async () => {
    const { url } = await localServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => response.destroy());
    });
    await expect(createClient({ baseUrl: url }).call(getHealth)).rejects.toBeInstanceOf(UnreachableError);
  });

  it.each([
    ['plain text', 200, 'hello'],
    ['a JSON text', 200, '"hello"'],
    ['JSON without data', 200, '{"hello":1}'],
    ['an error page', 502, '<h1>Bad gateway</h1>'],
  ])('throws UnexpectedAnswerError for a response with %s', async (_name, status, text) => {
    const { url } = await localServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(text);
    });
    const error = await createClient({ baseUrl: url })
      .call(getHealth)
      .catch((error) => error);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status, url: `${url}/health` });
  });

  it('rejects with the abort reason if the caller aborts the call', async () => {
    const { url } = await localServer(() => {});
    const controller = new AbortController();
    const call = createClient({ baseUrl: url }).call(getHealth, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('send', () => {
  it("sends a form, and doesn't follow the redirect", async () => {
    const { url, requests } = await localServer((_request, response) => {
      response.writeHead(303, { location: 'https://shop.invalid/paid' }).end();
    });
    const response = await createClient({ baseUrl: url }).send(submitPayment, {
      params: { id: 's-1' },
      form: { metodo: 'crypto', otp: '000000' },
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('https://shop.invalid/paid');
    expect(requests[0]).toMatchObject({ url: '/pay/s-1', body: 'metodo=crypto&otp=000000' });
    expect(requests[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  });
});

it('infers the types of params, query, body and data from the operation', () => {
  const client = createClient({ baseUrl: 'http://sim.invalid' });
  type Force = Parameters<typeof client.call<typeof forceOutcome>>[1];
  expectTypeOf<Force['params']>().toEqualTypeOf<Readonly<Record<'session_id', string>>>();
  expectTypeOf<Force['body']['leg']>().toEqualTypeOf<1 | 2>();
  type Status = Awaited<ReturnType<typeof client.call<typeof getSessionStatus>>>['data'];
  expectTypeOf<Status['status']>().toEqualTypeOf<'pending' | 'paid' | 'failed' | 'expired'>();
  expect(client.call).toBeTypeOf('function');
});
