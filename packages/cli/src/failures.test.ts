import { ProblemError, UnexpectedAnswerError, UnreachableError } from '@svc-simulator/client';
import { describe, expect, it } from 'vitest';
import { createStage } from '../test/stage.ts';
import { CommandError, ReportedError } from './failures.ts';
import { reportFailure } from './report-failure.ts';

const problem = (status: number, more: object = {}) => {
  const body = { type: 'about:blank', title: 'Title', status, ...more };
  return new ProblemError(status, body, new Headers({ 'retry-after': '7' }));
};

describe('the exit code', () => {
  it.each([
    ['a refusal', problem(400), 1],
    ['a missing session', problem(404), 1],
    ["a transition that the state doesn't allow", problem(500), 1],
    ['a wrong credential', problem(401), 3],
    ["another account's credential", problem(403), 3],
    ['an unreachable URL', new UnreachableError('http://127.0.0.1:9/health', new Error('x')), 3],
    [
      'the response of another program',
      new UnexpectedAnswerError('http://127.0.0.1:9/health', 200, 'text/html'),
      3,
    ],
    ['a timeout of the request', new DOMException('late', 'TimeoutError'), 3],
    ['wrong usage', new CommandError('usage', 'x'), 2],
    ['a timeout of a wait', new CommandError('timeout', 'x'), 4],
    ['a wait for an impossible event', new CommandError('refused', 'x'), 1],
    ['a failure that was printed before', new ReportedError(3), 3],
    ['an unexpected error', new TypeError('x is not a function'), 1],
  ])('is the documented one for %s', (_name, error, code) => {
    expect(reportFailure(createStage([]).context, error)).toBe(code);
  });
});

describe('reportFailure', () => {
  it('lists the faults with their pointers, aligned, and a link to more help', () => {
    const stage = createStage(['session', 'create']);
    const errors = [
      { pointer: '/amount_reference', detail: 'must be greater than 0' },
      { pointer: '', detail: 'must be an object' },
    ];
    reportFailure(
      stage.context,
      problem(400, {
        detail: '/amount_reference: must be greater than 0 (and 1 more)',
        errors,
        instance: 'urn:uuid:42',
      }),
    );
    expect(stage.stdout()).toBe('');
    expect(stage.stderr()).toBe(
      [
        'error: 400 Title',
        '  /amount_reference  must be greater than 0',
        '  (the whole body)   must be an object',
        '  try again in 7 s',
        '  request 42',
        '',
      ].join('\n'),
    );
  });

  it('prints the unchanged problem on one line with --json', () => {
    const stage = createStage(['session', 'show', 'x', '--json']);
    reportFailure(stage.context, problem(404, { detail: 'There is no such session.', success: false }));
    expect(stage.stderr().split('\n')).toHaveLength(2);
    expect(JSON.parse(stage.stderr())).toEqual({
      code: 'status_404',
      suggestion: 'see sim session list',
      docs: '/docs/errors.md',
      type: 'about:blank',
      title: 'Title',
      status: 404,
      detail: 'There is no such session.',
      success: false,
    });
  });

  it('reports failures of the command itself in the same form with --json', () => {
    const stage = createStage(['health', '--json']);
    reportFailure(stage.context, new UnreachableError('http://127.0.0.1:9/health', { code: 'x' }));
    expect(JSON.parse(stage.stderr())).toMatchObject({ title: 'Cannot reach the simulator' });
  });

  it('explains what to do if nothing listens at the URL', () => {
    const stage = createStage(['health']);
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    reportFailure(stage.context, new UnreachableError('http://127.0.0.1:9/health', cause));
    expect(stage.stderr()).toBe(
      'error: cannot reach the simulator at http://127.0.0.1:9: nothing is listening there (ECONNREFUSED); start it with sim start, or pass its URL with --mock\n',
    );
  });

  it('replaces control characters of a response before it prints them', () => {
    const stage = createStage(['health']);
    reportFailure(stage.context, problem(400, { detail: '\u001b[2J\u202egone\nnext' }));
    expect(stage.stderr()).toBe('error: 400 Title: \ufffd[2J\ufffdgone next\n  try again in 7 s\n');
  });

  it('prints colors only at a terminal, and respects NO_COLOR', () => {
    const errorLineFor = (env: Record<string, string>, terminal: boolean) => {
      const stage = createStage(['health'], { env, terminal });
      reportFailure(stage.context, new CommandError('usage', 'x'));
      return stage.stderr();
    };
    expect(errorLineFor({}, true)).toBe('\u001b[31merror:\u001b[39m x\n');
    expect(errorLineFor({}, false)).toBe('error: x\n');
    expect(errorLineFor({ NO_COLOR: '1' }, true)).toBe('error: x\n');
    expect(errorLineFor({ NO_COLOR: '' }, true)).toContain('\u001b[31m');
    expect(errorLineFor({ TERM: 'dumb' }, true)).toBe('error: x\n');
    expect(errorLineFor({ FORCE_COLOR: '1' }, false)).toContain('\u001b[31m');
    expect(errorLineFor({ FORCE_COLOR: '0' }, true)).toBe('error: x\n');
    expect(errorLineFor({ FORCE_COLOR: '1', NO_COLOR: '1' }, true)).toBe('error: x\n');
  });
});
