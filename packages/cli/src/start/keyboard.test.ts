import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { type Stage, stageFor } from '../../test/stage.ts';
import { runFileIn } from '../connection/run-file.ts';
import { runSim } from '../run-sim.ts';
// What commands load when they are called takes longer on a busy machine than any test should wait.
import '../commands/open.ts';
import '../commands/session/session-create.ts';
import '../commands/start.ts';

interface AtTerminal {
  readonly stage: Stage;
  /** Presses a key, and waits for a text on either stream that was not there before. */
  readonly press: (key: string, text: string) => Promise<void>;
  readonly ended: Promise<number>;
}

async function atTerminal(...words: readonly string[]): Promise<AtTerminal> {
  const options = { terminal: true, keys: true, browser: true, env: { NO_COLOR: '1' } };
  const stage = stageFor(['start', '--port', '0', '--ephemeral', ...words], options);
  stage.nowMs = Date.now();
  const ended = runSim(stage.context);
  onTestFinished(async () => {
    stage.signal('SIGTERM');
    await ended;
  });
  const said = () => stage.stdout() + stage.stderr();
  await until(() => said().includes('Try next'));
  const press = async (key: string, text: string) => {
    const from = { out: stage.stdout().length, err: stage.stderr().length };
    expect(stage.press(key)).toBe(true);
    await until(() => (stage.stdout().slice(from.out) + stage.stderr().slice(from.err)).includes(text));
  };
  return { stage, press, ended };
}

describe('the keys of sim start', () => {
  it('stand under the banner, which fits one screen', async () => {
    const { stage, press } = await atTerminal();
    expect(stage.stdout().split('\n').length).toBeLessThan(24);
    expect(stage.stdout()).toContain(
      'o console  s session  p pay  t trace  c clear  r reset  ? help  q quit',
    );
    await press('?', 'pay the newest session');
    await press('x', '? shows the keys');
    await press('c', '\u001b[2J');
  });

  it('make a session, pay it, and open its page and the console', async () => {
    const { stage, press } = await atTerminal();
    await press('p', 'there is no session here; the key s makes one');
    await press('s', 'pay at');
    await press('S', 'pay at');
    expect(stage.opened).toHaveLength(2);
    expect(stage.opened[1]).toMatch(/\/pay\/[0-9a-f-]{36}$/);
    await press('p', 'paid  immediate debit');
    expect(stage.stdout()).toMatch(
      new RegExp(`session.paid .*${stage.opened[1]?.split('/').at(-1)?.slice(0, 8)}`),
    );
    await press('o', 'opened in the browser');
    expect(stage.opened[2]).toContain('/console/enter?ticket=');
  });

  it('put the trace off and on, and nothing that happened meanwhile is shown late', async () => {
    const { stage, press } = await atTerminal();
    await press('t', 'not shown');
    await press('s', 'pay at');
    await press('t', 'are shown');
    expect(stage.stdout()).not.toContain('session.created');
    await press('s', 'session.created');
    expect(stage.stdout().match(/ {2}session\.created/g)).toHaveLength(1);
  });

  it('ask before the account is reset', async () => {
    const { stage, press } = await atTerminal();
    await press('s', 'session.created');
    await press('r', 'Reset it? [y/N]');
    await press('q', 'no\n');
    await press('r', 'Reset it? [y/N]');
    await press('y', 'is as new');
    expect(stage.stdout().match(/is as new/g)).toHaveLength(1);
    expect(stage.stderr()).not.toContain('error');
  });

  it('stop it as Ctrl+C does, and then listen no more', async () => {
    const { stage, ended } = await atTerminal();
    expect(stage.press('q')).toBe(true);
    expect(await ended).toBe(0);
    expect(stage.stderr()).toContain('stopping');
    expect(stage.press('q')).toBe(false);
  });

  it.each([[['--quiet']], [['--json']], [['--log', 'json']]])('are none with %j', async (words) => {
    const stage = stageFor(['start', '--port', '0', '--ephemeral', ...words], { terminal: true, keys: true });
    const ended = runSim(stage.context);
    await until(() => existsSync(runFileIn(join(stage.directory, '.sim'))));
    expect(stage.press('q')).toBe(false);
    stage.signal('SIGTERM');
    expect(await ended).toBe(0);
  });
});
