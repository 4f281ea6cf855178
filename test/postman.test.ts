import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { simulatorOfFile } from './support/simulator.ts';

interface Parameter {
  readonly key: string;
  readonly value?: string;
}

interface PostmanRequest {
  readonly method: string;
  readonly url: { readonly path: readonly string[]; readonly query?: readonly Parameter[] };
  readonly header: readonly Parameter[];
  readonly body?: { readonly raw?: string };
}

/** A request of a collection, or a folder of requests. */
interface Item {
  readonly request?: PostmanRequest;
  readonly item?: readonly Item[];
}

const converter = `${root}test/generators/node_modules/openapi-to-postmanv2/bin/openapi2postmanv2.js`;
/** Values of Postman's import setting "Parameter generation". */
type Generation = 'Example' | 'Schema';

const simulatorHere = simulatorOfFile();
const converted = new Map<Generation, Promise<readonly PostmanRequest[]>>();

describe('a Postman collection from /openapi.json', () => {
  it('creates two sessions if its request is sent twice', async () => {
    const { account } = await simulatorHere();
    const request = requestTo(await requestsFrom('Example'), 'POST', 'api/v1/ext/payment-sessions/buttons');
    const body = { ...JSON.parse(request.body?.raw ?? ''), agreement_id: account.agreement_id };
    const create = () => send({ ...request, body: { raw: JSON.stringify(body) } }, account.token);
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data.id).not.toBe(second.body.data.id);
  });

  it.each(['Example', 'Schema'] as const)(
    'reads lists with the parameters that Postman generates by %s',
    async (by) => {
      const requests = await requestsFrom(by);
      const { url, account } = await simulatorHere();
      const { body } = await call(url, 'POST', '/console/merchant/token', { token: account.console_token });
      const merchant = `api/v1/merchants/${account.merchant_id}`;
      const lists: [path: string, token: string][] = [
        ['api/v1/ext/agreements', account.token],
        ['api/v1/ext/partners', account.token],
        [`${merchant}/transactions`, body.data.accessToken],
        [`${merchant}/pos-terminals`, body.data.accessToken],
        ['console/sessions', account.console_token],
        ['console/deliveries', account.console_token],
      ];
      // With "Schema", the values of numbers are `<integer>`, and users must replace them.
      if (by === 'Example')
        for (const path of ['console/calls', 'console/trace']) lists.push([path, account.console_token]);
      for (const [path, token] of lists) {
        const request = requestTo(requests, 'GET', path.replace(account.merchant_id, ':merchantId'));
        const answer = await send({ ...request, url: { ...request.url, path: path.split('/') } }, token);
        expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined]);
      }
    },
  );

  it('leaves the optional headers empty', async () => {
    const optional = ['Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'Accept-Language'];
    const requests = await requestsFrom('Schema');
    const headers = requests.flatMap(({ header }) => header).filter(({ key }) => optional.includes(key));
    expect(new Set(headers.map(({ key }) => key))).toEqual(new Set(optional));
    expect(headers.filter(({ value }) => value !== '')).toEqual([]);
  });
});

/** Returns the requests of a collection. Cached, because a conversion takes seconds. */
function requestsFrom(generation: Generation): Promise<readonly PostmanRequest[]> {
  const requests = converted.get(generation) ?? convert(generation);
  converted.set(generation, requests);
  return requests;
}

async function convert(generation: Generation): Promise<readonly PostmanRequest[]> {
  const cwd = scratchFolder();
  await writeFile(
    `${cwd}/openapi.json`,
    await (await fetch(`${(await simulatorHere()).url}/openapi.json`)).text(),
  );
  const words = ['-s', 'openapi.json', '-o', 'collection.json', '-O', `parametersResolution=${generation}`];
  await stdoutOf(startProgram(process.execPath, [converter, ...words], { cwd }));
  return requestsIn(JSON.parse(await readFile(`${cwd}/collection.json`, 'utf8')));
}

function requestsIn({ request, item = [] }: Item): readonly PostmanRequest[] {
  return request ? [request] : item.flatMap(requestsIn);
}

function requestTo(all: readonly PostmanRequest[], method: string, path: string): PostmanRequest {
  const request = all.find((each) => each.method === method && each.url.path.join('/') === path);
  if (!request) throw new Error(`no ${method} ${path}`);
  return request;
}

/** Sends a request as Postman does: with every header and parameter, even if its value is empty. */
async function send({ method, url, header, body }: PostmanRequest, token: string) {
  const valuesOf = (pairs: readonly Parameter[] = []) =>
    Object.fromEntries(pairs.map(({ key, value = '' }) => [key, value]));
  const query = new URLSearchParams(valuesOf(url.query));
  const address = `${(await simulatorHere()).url}/${url.path.join('/')}?${query}`;
  const headers = { ...valuesOf(header), authorization: `Bearer ${token}` };
  const response = await fetch(address, { method, headers, body: body?.raw ?? null });
  return { status: response.status, body: JSON.parse(await response.text()) };
}
