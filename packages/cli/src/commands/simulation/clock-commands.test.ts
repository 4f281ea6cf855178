import { afterEach, describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();
const { sim, newSession } = live;

describe('sim clock', () => {
  it('determines the ages in the output of other commands', async () => {
    await sim('clock', 'set', '2031-05-04', '--freeze');
    const id = await newSession();
    expect((await sim('session', 'show', id)).stdout).toMatch(/^created +now$/m);
    await sim('clock', 'advance', '5 min');
    expect((await sim('session', 'show', id)).stdout).toMatch(/^created +5 min ago$/m);
    const jump = await sim('clock', 'set', '2031-05-17');
    expect(jump.stderr).toBe('');
    const week = await sim('clock', 'advance', '7 days');
    expect(week.stdout).not.toContain('deleted');
    const month = await sim('clock', 'advance', '30 days', '--yes');
    expect(month.stdout).toContain(
      '\n1 session was deleted: data is kept for 14 days after its last change\n',
    );
    expect(await sim('clock', 'set', '2032-01-01')).toMatchObject({ code: 0, stderr: '' });
    await sim('clock', 'reset');
  });

  describe.each([
    ['advance', ['advance', '30', 'days']],
    ['set', ['set', '2099-01-01']],
  ])('%s to a time at which sessions will have been deleted', (_name, words) => {
    const clock = async (terminal: boolean, stdin: string, ...more: readonly string[]) => {
      const id = await newSession();
      // A pending session would first expire, and its retention would start only then.
      await sim('outcome', id, '--outcome', 'failed');
      const stage = await live.createLiveStage(['clock', ...words, ...more], { terminal, stdin });
      const { code, stderr } = await runStage(stage);
      return { code, stderr, isThere: async () => (await sim('session', 'show', id)).code === 0 };
    };

    afterEach(async () => {
      await sim('clock', 'reset');
    });

    it('asks for confirmation at a terminal, and changes nothing without a yes', async () => {
      const no = await clock(true, 'n');
      expect([no.code, await no.isThere()]).toEqual([1, true]);
      expect(no.stderr).toMatch(
        /^After the clock advances \d+ d.*sessions.* will be permanently deleted, along with their traces. Continue\?/,
      );
      expect((await clock(true, 'n', '--lang', 'es')).stderr).toMatch(
        /^Después de .* se borrarán para siempre/,
      );
      const yes = await clock(true, 'y');
      expect(yes.code).toBe(0);
      await expect.poll(yes.isThere).toBe(false);
    });

    it('requires --yes without a terminal, and explains why', async () => {
      const refusal = await clock(false, '');
      expect([refusal.code, await refusal.isThere()]).toEqual([2, true]);
      expect(refusal.stderr).toContain('run it in a terminal, or pass --yes\n  After');
      const yes = await clock(false, '', '--yes');
      expect(yes.code).toBe(0);
      await expect.poll(yes.isThere).toBe(false);
    });
  });

  it('keeps the due times of later events after the clock was set back', async () => {
    await sim('clock', 'set', '2031-05-04T10:00:00Z', '--freeze', '--yes');
    const id = await newSession();
    await sim('clock', 'reset');
    expect((await sim('session', 'show', id)).stdout).toMatch(/^created +2031-05-04 10:00 UTC$/m);
  });
});
