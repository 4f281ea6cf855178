import { operations } from '@svc-simulator/contract';
import { call } from './api.ts';
import type { Simulator } from './simulator.ts';

/** An id that no record has. Refusals can quote it. */
export const UNKNOWN_ID = 'nadie';

/** Calls every operation with every kind of fault, and returns the texts of the refusals in a language. */
export async function refusalsOf(
  { url, account }: Pick<Simulator, 'url' | 'account'>,
  language: string,
): Promise<readonly string[]> {
  const headers = { 'accept-language': language };
  const merchant = await call(url, 'POST', '/console/merchant/token', { token: account.console_token });
  const tokens = {
    api: account.token,
    console: account.console_token,
    merchant: merchant.body.data.accessToken,
    terminal: 'x',
    none: '',
    operator: 'x',
  };
  const problems: string[] = [];
  // All operations that require the same credential refuse a wrong one in the same way.
  const triedOperations = new Set<string>();
  for (const { method, path, example, auth } of operations) {
    const address = url + path.replace('{merchantId}', account.merchant_id).replace(/\{\w+\}/g, UNKNOWN_ID);
    const bodies = method === 'GET' ? [] : faultyBodies(example);
    const others = triedOperations.has(`${auth} ${method}`) ? [tokens[auth]] : Object.values(tokens);
    triedOperations.add(`${auth} ${method}`);
    const requests = [
      ...bodies.map((body) => ({ token: tokens[auth], body })),
      ...others.map((token) => ({ token, body: '{}' })),
    ];
    for (const { token, body } of requests) {
      const query = method === 'GET' ? '?limit=x&status=x&cursor=x&type=x&sort=x&page=x&size=x' : '';
      const answer = await fetch(address + query, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: method === 'GET' ? null : body,
      });
      if (answer.headers.get('content-type')?.startsWith('application/problem+json'))
        problems.push(...sayings(await answer.json()));
      else await answer.body?.cancel();
    }
  }
  return problems;
}

/** Returns faulty bodies: invalid JSON, a list, and objects in which all fields have the same wrong value. */
function faultyBodies(example: unknown): readonly string[] {
  const fields = Object.keys({ ...(example as object) });
  const values = [null, 7, -1, 1.234, '', ' ', 'zz', '2001-01-01', 'x'.repeat(3000), [], [{}], {}, true];
  const bodies = values.map((value) => Object.fromEntries(fields.map((name) => [name, value])));
  return ['{', '[]', ...[{}, ...bodies].map((body) => JSON.stringify(body))];
}

/** Yields every title, detail, summary, and description of a document, without code. */
export function* sayings(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    if (/^(title|detail|summary|description)$/.test(key) && typeof each === 'string')
      yield each.replace(/`[^`]*`|"[^"]*"/g, '');
    else if (key !== 'example') yield* sayings(each);
  }
}
