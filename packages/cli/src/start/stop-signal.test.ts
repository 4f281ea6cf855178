import { describe, expect, it } from 'vitest';
import { createStage } from '../../test/stage.ts';
import { firstStopSignal } from './stop-signal.ts';

describe('firstStopSignal', () => {
  it('resolves at the first signal, and ends the process at the second', async () => {
    const stage = createStage([]);
    const stop = firstStopSignal(stage.context);
    stage.signal('SIGTERM');
    expect(await stop.signal).toBe('SIGTERM');
    expect(stage.exits).toEqual([]);
    stage.nowMs += 301;
    stage.signal('SIGINT');
    expect(stage.exits).toEqual([130]);
  });

  it('ignores the second SIGINT of one Ctrl+C, which npm forwards', () => {
    const stage = createStage([]);
    firstStopSignal(stage.context);
    stage.signal('SIGINT');
    stage.nowMs += 300;
    stage.signal('SIGINT');
    expect(stage.exits).toEqual([]);
  });

  it('ignores the second SIGHUP of a closed terminal', () => {
    const stage = createStage([]);
    firstStopSignal(stage.context);
    stage.signal('SIGHUP');
    stage.nowMs += 1000;
    stage.signal('SIGHUP');
    expect(stage.exits).toEqual([]);
  });

  it('stops listening once it is released', () => {
    const stage = createStage([]);
    const stop = firstStopSignal(stage.context);
    stage.signal('SIGINT');
    stop.release();
    stage.nowMs += 1000;
    stage.signal('SIGINT');
    expect(stage.exits).toEqual([]);
  });
});
