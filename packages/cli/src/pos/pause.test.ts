import { expect, it } from 'vitest';
import { stageFor } from '../../test/stage.ts';
import { pause } from './pause.ts';

const staged = () => {
  const { context, deadline } = stageFor([]);
  return { context, deadline, stopping: new AbortController() };
};

it('ends at its deadline or at the stop, whichever comes first, also when it has come before', async () => {
  for (const ender of ['deadline', 'stopping'] as const) {
    const before = staged();
    before[ender].abort();
    await pause(before.context, 100, before.stopping.signal);

    const during = staged();
    let over = false;
    const pausing = pause(during.context, 100, during.stopping.signal).then(() => {
      over = true;
    });
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    during[ender].abort();
    await pausing;
    expect(over).toBe(true);
  }
});
