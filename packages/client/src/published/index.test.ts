import { startSimulator } from '@svc-simulator/testing';
import { describe, expect, it } from 'vitest';
import type * as Declared from './client-api.ts';
import * as client from './index.ts';

it('exports the public functions with their types', () => {
  expect(Object.keys(client).sort()).toEqual([
    'ProblemError',
    'UnexpectedAnswerError',
    'UnreachableError',
    'createClient',
  ]);
  const createClient: typeof Declared.createClient = client.createClient;
  const problem = { type: 'about:blank', title: 'x', status: 404 };
  const errors: readonly [Declared.ProblemError, Declared.UnexpectedAnswerError, Declared.UnreachableError] =
    [
      new client.ProblemError(404, problem, new Headers()),
      new client.UnexpectedAnswerError('http://shop.invalid', 200, null),
      new client.UnreachableError('http://shop.invalid', undefined),
    ];
  expect(createClient).toBeTypeOf('function');
  expect(errors.map(({ name }) => name)).toEqual([
    'ProblemError',
    'UnexpectedAnswerError',
    'UnreachableError',
  ]);
});

describe('createClient', () => {
  it('calls operations by their ids', async () => {
    await using sim = await startSimulator();
    const { call } = client.createClient({ baseUrl: sim.url, token: async () => sim.token });
    const fields = {
      agreement_id: sim.agreementId,
      amount_reference: 25.5,
      currency_reference: 'USD',
      identifier_label: 'Order',
      identifier: 'A-1',
      description: 'Two coffees',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/ko',
    };
    const { data, status } = await call('createButtonSession', { body: fields });
    expect([status, data]).toMatchObject([201, { status: 'pending', amount_reference: 25.5 }]);
    const { id: session_id } = data as { id: string };
    const answer = await call('getSessionStatus', { params: { session_id } });
    expect(answer.data).toMatchObject({ id: session_id });
    const refusal = call('createButtonSession', { body: { ...fields, amount_reference: 'x' } });
    await expect(refusal).rejects.toMatchObject({
      name: 'ProblemError',
      status: 400,
      errors: [{ pointer: '/amount_reference' }],
    });
  });

  it('throws for an unknown operation and for a missing response', async () => {
    const { call } = client.createClient({ baseUrl: 'http://127.0.0.1:1' });
    await expect(call('payEverything')).rejects.toThrow('the API has no operation payEverything');
    await expect(call('getHealth')).rejects.toMatchObject({
      name: 'UnreachableError',
      url: 'http://127.0.0.1:1/health',
    });
  });
});
