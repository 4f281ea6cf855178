import type { CallData } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect, it } from 'vitest';
import { styleFor } from '../rendering/report.ts';
import { callLine, callLines } from './trace.ts';

const call: CallData = {
  id: 1,
  at: '2026-11-20T21:27:00.000Z',
  method: 'PUT',
  path: '/control/script',
  operation: 'setScript',
  status: 400,
  duration_ms: 2,
  request_id: '4cdd0c4d-5eb9-4433-bbba-fe0f358f1a3d',
  idempotency_key: null,
  user_agent: null,
  origin: null,
  by: 'program',
  request: { text: '', characters: 18, cut: true },
  response: null,
  detail: "The body isn't valid JSON: Unexpected token",
  faults: [],
  what_to_do: null,
};

const linesOf = (pointer: string, value: string | null) =>
  callLines(
    { ...call, faults: [{ pointer, detail: 'is wrong', value }] },
    styleFor({ isTerminal: false }, { t: inEnglish, env: {} }),
  ).join('\n');

it("shows the invalid value next to each fault, and no value if the body wasn't stored", () => {
  expect(linesOf('/rules', null)).toContain('/rules is wrong (not sent)');
  expect(linesOf('/rules', '"x"')).toContain('/rules is wrong (sent: "x")');
  expect(linesOf('', null)).not.toContain('not sent');
  expect(linesOf('', null)).toContain('the first 0 of 18 characters');
  const unkept = {
    ...call,
    request: null,
    faults: [{ pointer: '/version', detail: 'must be 1', value: null }],
  };
  const output = callLines(unkept, styleFor({ isTerminal: false }, { t: inEnglish, env: {} })).join('\n');
  expect(output).toContain('/version must be 1');
  expect(output).not.toContain('not sent');
});

it('shows the ignored fields of an accepted call once', () => {
  const acceptedCall = {
    ...call,
    status: 201,
    detail: null,
    what_to_do: 'Unknown fields, ignored: /webhookUrl.',
  };
  const style = styleFor({ isTerminal: false }, { t: inEnglish, env: {} });
  for (const output of [callLine(acceptedCall, style), callLines(acceptedCall, style).join('\n')])
    expect(output.match(/→ Unknown fields, ignored:/g)).toHaveLength(1);
});
