import type { CliContext } from '../cli-context.ts';
import type { Leaf } from '../command.ts';
import { ToldFailure } from '../failures.ts';
import { newProgram, runProgram } from '../program.ts';
import { coloursFor } from '../rendering/colours.ts';
import { keyHelp } from './key-texts.ts';

/** What a key runs: a command, and the words that it is called with. */
interface KeyCommand {
  readonly load: Leaf['load'];
  readonly words?: readonly string[];
}

export type KeyCommands = ReadonlyMap<string, KeyCommand>;

/** What the keys of `sim start` work on. */
export interface KeyTargets {
  readonly commands: KeyCommands;
  /** How a command finds the simulator and its account: `--mock`, `--key` and the like. */
  readonly connection: () => readonly string[];
  /** Shows events, or stops that; answers whether it shows them now. */
  readonly toggleTrace: () => boolean;
  readonly quit: () => void;
}

/** Does what keys ask for while a simulator runs on a terminal, one thing after the other; null without one. Returns how to stop. */
export function listenToKeys(context: CliContext, targets: KeyTargets): Promise<(() => void) | null> {
  const { t } = context;
  let last = Promise.resolve();
  let isHinted = false;
  let answer: ((key: string) => void) | undefined;
  const say = (text: string) => context.stderr.write(`${text}\n`);
  const asking: CliContext = {
    ...context,
    makesSession: t('cli.start.key_s'),
    ask: (question) =>
      new Promise((resolve, reject) => {
        context.stderr.write(question);
        answer = (key) => {
          answer = undefined;
          const isYes = /^[ys]$/i.test(key);
          say(isYes ? key : 'no');
          if (isYes) resolve(key);
          else reject(new ToldFailure(1));
        };
      }),
  };

  async function run({ words = [], load }: KeyCommand): Promise<void> {
    const program = newProgram('sim', asking);
    (await load()).declare(program, asking);
    await runProgram(program, [...words, ...targets.connection()], asking);
  }

  return context.onKey((pressed) => {
    if (answer) return answer(pressed);
    const key = pressed.toLowerCase();
    const command = targets.commands.get(key);
    if (command) last = last.catch(() => {}).then(() => run(command));
    else if (key === 't')
      say(targets.toggleTrace() ? t('cli.start.events_shown') : t('cli.start.events_not_shown_t'));
    else if (key === 'c') context.stdout.write('\u001b[2J\u001b[3J\u001b[H');
    else if (key === '?' || key === 'h') say(keyHelp(coloursFor(context.stderr, context)).join('\n'));
    else if (key === 'q') targets.quit();
    else if (key === '\r') say('');
    else if (!isHinted) {
      isHinted = true;
      say(t('cli.start.shows_keys'));
    }
  });
}
