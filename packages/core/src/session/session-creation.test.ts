import { describe, expect, it } from 'vitest';
import { CREATED_AT, sampleAgreement, sampleSession } from '../../test/samples.ts';
import { createSession } from './session-creation.ts';

const { fields, id } = sampleSession();
const at = { now: CREATED_AT };
const agreement = sampleAgreement();

describe('createSession', () => {
  it('makes a pending record that holds the agreement’s methods', () => {
    const { session } = createSession({ id, origin: 'button', fields, agreement }, at);
    expect(session).toEqual(sampleSession());
    expect(session.fields).toBe(fields);
  });

  it('tells the trace and emits payment_session.created', () => {
    const { effects } = createSession({ id, origin: 'button', fields, agreement }, at);
    expect(effects).toEqual({
      events: [
        {
          type: 'session.created',
          at: CREATED_AT,
          sessionId: id,
          data: {
            origin: 'button',
            status: 'pending',
            amount_reference: 10,
            currency_reference: 'USD',
            agreement_id: 'agr_8899aabbccddeeff',
            identifier: 'F-001',
            split: false,
          },
        },
      ],
      emissions: ['payment_session.created'],
    });
  });
});
