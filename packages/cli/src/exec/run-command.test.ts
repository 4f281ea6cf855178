import { describe, expect, it } from 'vitest';
import { createStage } from '../../test/stage.ts';
import type { ChildProgram } from '../cli-context.ts';
import { runChildCommand } from './run-command.ts';

type Ended = Awaited<ChildProgram['exit']>;

function startCommand({ terminal = false } = {}) {
  const stage = createStage([], { terminal });
  const killed: string[] = [];
  let end: (commandEnd: Ended) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const child: ChildProgram = {
    exit: new Promise((resolve, reject) => {
      end = resolve;
      fail = reject;
    }),
    kill: (signal) => killed.push(signal),
  };
  const context = { ...stage.context, run: async () => child };
  const result = runChildCommand(context, ['npm', 'test'], {});
  return {
    stage,
    killed,
    result,
    end: (commandEnd: Ended) => end(commandEnd),
    fail: (error: Error) => fail(error),
  };
}

describe('runChildCommand', () => {
  it.each([
    ['ENOENT', 127],
    ['EACCES', 126],
  ])('returns the exit code of a shell for the error %s: %i', async (code, exitCode) => {
    const { result, fail } = startCommand();
    fail(Object.assign(new Error(code), { code }));
    expect(await result).toMatchObject({ exitCode });
  });

  it('forwards stop signals to the command, which handles them', async () => {
    const { stage, killed, result, end } = startCommand();
    stage.signal('SIGTERM');
    stage.signal('SIGINT');
    stage.signal('SIGHUP');
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(killed).toEqual(['SIGTERM', 'SIGINT', 'SIGHUP']);
    end({ code: 0, signal: null });
    expect((await result).exitCode).toBe(0);
    stage.signal('SIGTERM');
    expect(killed).toHaveLength(3);
  });

  it("doesn't forward a Ctrl+C, which the command gets from the terminal", async () => {
    const { stage, killed, result, end } = startCommand({ terminal: true });
    stage.signal('SIGINT');
    stage.signal('SIGTERM');
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(killed).toEqual(['SIGTERM']);
    end({ code: null, signal: 'SIGINT' });
    expect((await result).exitCode).toBe(130);
  });
});
