import { messageText } from '@svc-simulator/texts/message.ts';
import { startTexts } from '@svc-simulator/texts/translated-error.ts';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations.ts';
import {
  addsToAccount,
  defaultQuotas,
  defaultQuotasInMemory,
  issuesTokens,
  parseQuotas,
  replacesOrDeletes,
} from './quotas.ts';

describe('quotas', () => {
  it('parses JSON, and uses the default for missing quotas', () => {
    expect(parseQuotas('{"sessions":5,"streams":2}')).toEqual({
      ok: true,
      value: { ...defaultQuotas, sessions: 5, streams: 2 },
    });
    expect(parseQuotas('{}')).toEqual({ ok: true, value: defaultQuotas });
    expect(parseQuotas('{}', defaultQuotasInMemory)).toEqual({ ok: true, value: defaultQuotasInMemory });
  });

  it.each([
    ['{', "it isn't valid JSON"],
    ['[]', "it isn't an object"],
    ['null', "it isn't an object"],
    ['{"sesions":5}', 'unknown quota sesions; use one of sessions, stored_mib'],
    ['{"__proto__":5}', 'unknown quota __proto__'],
    ['{"sessions":0}', 'sessions must be a positive integer'],
    ['{"sessions":1.5}', 'sessions must be a positive integer'],
    ['{"sessions":"5"}', 'sessions must be a positive integer'],
  ])('refuses %s', (json, why) => {
    const result = parseQuotas(json);
    expect(result.ok ? '' : messageText(startTexts('en'), result.refusal)).toContain(why);
  });

  it('counts operations that store data for the caller, and not those that free space', () => {
    const adding = operations.filter(addsToAccount).map(({ id }) => id);
    for (const id of ['createButtonSession', 'createTransaction', 'sendProbe', 'loadSnapshot'])
      expect(adding).toContain(id);
    for (const id of [
      'resetAccount',
      'deleteAccount',
      'getTrace',
      'getSessionStatus',
      'loginApi',
      'revokeToken',
    ])
      expect(adding).not.toContain(id);
  });

  it('counts every operation with a credential except reads, deleteAccount and resetAccount', () => {
    const predicates = [addsToAccount, replacesOrDeletes, issuesTokens];
    const uncounted = operations.filter((operation) => !predicates.some((counts) => counts(operation)));
    const writing = uncounted.filter(({ auth, method }) => auth !== 'none' && method !== 'GET');
    expect(writing.map(({ id }) => id).sort()).toEqual(['deleteAccount', 'resetAccount']);
    expect(operations.filter(replacesOrDeletes).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['clearScript', 'revokeToken', 'changePassword', 'updateSettings']),
    );
  });
});
