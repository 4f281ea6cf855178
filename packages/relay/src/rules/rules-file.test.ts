import { writeFileSync } from 'node:fs';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { readRules } from '../relay-usage.ts';
import { findForward, parseSubject } from './rules.ts';

function rulesOf(text: string) {
  const file = `${scratchFolder()}/relay.yaml`;
  writeFileSync(file, text);
  return readRules(inEnglish, file);
}

const url = 'https://shop.example/hooks/pos?x=1';
const subjectOf = (event: string, session: object, data = false) => {
  const fields = { session_payment: { id: 's', ...session } };
  return parseSubject(Buffer.from(JSON.stringify({ event, ...(data ? { data: fields } : fields) })));
};

describe('rules of a relay', () => {
  it('applies the first rule that matches event, session fields and URL', async () => {
    const rules = await rulesOf(`
# What accounting wants to see.
rules:
  - match: { event: [accredited, payment_session.accreditation_to_recipient_failed] }
    forward_to: http://localhost:3001/accounting
  - match:
      event: paid
      url: "*/hooks/p?s*"
    forward_to: 1
  - match:
      url: "https://shop.example/hooks/*"
      session: { currency_reference: USD, amount_reference: [25.5, 30], svc_transaction.id: "tx_*" }
    forward_to: 3002
`);
    const to = (event: string, session = {}, at = url) => findForward(rules, at, subjectOf(event, session));
    expect(to('payment_session.accredited')).toEqual({ url: 'http://localhost:3001/accounting' });
    expect(to('payment_session.accreditation_to_recipient_failed')).toBeDefined();
    // In patterns, only `*` is special; a question mark matches itself.
    expect(to('payment_session.paid')).toBeUndefined();
    const session = { currency_reference: 'USD', amount_reference: 25.5, svc_transaction: { id: 'tx_1' } };
    expect(to('payment_session.paid', session)).toEqual({ port: 3002 });
    expect(to('payment_session.paid', session, 'http://shop.example/hooks/pos')).toBeUndefined();
    expect(to('payment_session.paid', { ...session, amount_reference: 2.55 })).toBeUndefined();
    expect(to('payment_session.paid', { ...session, svc_transaction: undefined })).toBeUndefined();
    expect(findForward(rules, url, subjectOf('payment_session.paid', session, true))).toEqual({ port: 3002 });
    expect(findForward(rules, url, parseSubject(Buffer.from('no JSON')))).toBeUndefined();
  });

  it('applies a rule without conditions to everything, and accepts a file in JSON', async () => {
    const rules = await rulesOf('{"rules": [{"forward_to": "http://localhost:3001/"}]}');
    expect(findForward(rules, url, parseSubject(Buffer.from('')))).toEqual({ url: 'http://localhost:3001/' });
  });

  it.each([
    ['rules: [', /isn't valid YAML/],
    ['', /the file must have rules/],
    ['rules: []', /needs a list/],
    ['rules: [{forward_to: 3000}]\nrule: 1', /"rule" is unknown; use one of rules/],
    ['rules: [{match: {}}]', /rules\[0\]\.forward_to must be/],
    ['rules: [{forward_to: "localhost:3000"}]', /forward_to must be/],
    ['rules: [{forward_to: 70000}]', /forward_to must be/],
    [
      'rules: [{forward_to: 1}, {match: {evnt: paid}, forward_to: 1}]',
      /rules\[1\]\.match: "evnt" is unknown/,
    ],
    ['rules: [{match: {event: payd}, forward_to: 1}]', /rules\[0\]\.match\.event: unknown event "payd"/],
    ['rules: [{match: {session: [a]}, forward_to: 1}]', /match\.session must have/],
    ['rules: [{match: {session: {a: {b: 1}}}, forward_to: 1}]', /match\.session\.a must be a value/],
    ['rules: [{match: {url: []}, forward_to: 1}]', /match\.url must be a value/],
    ['rules: [paid]', /rules\[0\] must have match, forward_to/],
  ])('rejects a rules file with the place of its fault: %j', async (text, fault) => {
    await expect(rulesOf(text)).rejects.toThrow(fault);
  });
});
