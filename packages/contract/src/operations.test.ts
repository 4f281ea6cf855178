import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

/** Returns a path as a router sees it: `{id}` and `{session_id}` are the same. */
function routeOf(operation: Operation, path: string): string {
  return `${operation.method} ${path.replace(/\{\w+\}/g, '{}')}`;
}

describe('the list of operations', () => {
  it('has unique ids in camelCase', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
  });

  it('has unique methods and paths, including aliases', () => {
    const routes = operations.flatMap((operation) =>
      [operation.path, ...(operation.aliases ?? []).map(({ path }) => path)].map((path) =>
        routeOf(operation, path),
      ),
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('has the 17 operations of the payment-session API, and two lists that only this simulator has', () => {
    expect(operations.filter(({ path }) => path.startsWith('/api/v1/ext/'))).toHaveLength(19);
  });

  it('finds for each path its own operation first', () => {
    const matches = (pattern: string, path: string) =>
      new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const shadowed = operations.filter((operation, index) =>
      operations
        .slice(0, index)
        .some((earlier) => earlier.method === operation.method && matches(earlier.path, operation.path)),
    );
    expect(shadowed.map(({ id }) => id)).toEqual([]);
  });

  const withBody = operations.filter(({ body }) => body);
  it.each(withBody)('accepts the example of $id', ({ body, example }) => {
    expect(body?.().safeParse(example)).toMatchObject({ success: true });
  });

  const withRawExample = operations.filter(({ rawBody }) => rawBody?.example !== undefined);
  it.each(withRawExample)('contains a valid example for $id', ({ rawBody }) => {
    expect(rawBody?.schema().safeParse(rawBody.example)).toMatchObject({ success: true });
  });

  it('requires more than an API token to create credentials that outlive the token (contract section 12, Rights)', () => {
    expect(
      operations
        .filter(({ fullToken }) => fullToken)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      'createConsoleMerchant',
      'createLoginLink',
      'joinClass',
      'leaveClass',
      'moveTrainee',
      'removeTrainee',
      'replaceWebhookSecret',
      'resetTraineePassword',
      'revokeToken',
    ]);
  });

  it('has a schema only for parameters of its path', () => {
    for (const { id, path, params } of operations) {
      if (!params) continue;
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const shape = (params() as unknown as { shape: object }).shape;
      expect([id, names]).toEqual([id, expect.arrayContaining(Object.keys(shape))]);
    }
  });

  it('creates each schema once', () => {
    for (const { body, query, data } of operations) {
      for (const thunk of [body, query, data]) expect(thunk?.()).toBe(thunk?.());
    }
  });
});
