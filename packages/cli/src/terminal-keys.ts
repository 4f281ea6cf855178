import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Machine = Pick<NodeJS.Process, 'pid' | 'platform' | 'kill' | 'on' | 'off' | 'emit'> & {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: { readonly isTTY?: boolean };
};

/** What a terminal makes a signal of, while it is not told to hand single keys over. */
const signals = new Map<string, NodeJS.Signals>([
  ['\u0003', 'SIGINT'],
  ['\u001a', 'SIGTSTP'],
  ['\u001c', 'SIGQUIT'],
]);

/**
 * Calls the listener with each key that is pressed in the terminal, which does not show it. What would be a signal still is one,
 * for every program that runs there beside this one. Returns how to stop, which gives the terminal its settings back; null
 * without a terminal, and in the background (`sim start &`), where touching its settings would stop the program.
 */
export function onTerminalKey(machine: Machine, listener: (key: string) => void): (() => void) | null {
  const { stdin, stdout } = machine;
  if (!stdin.isTTY || !stdout.isTTY || !isInForeground(machine)) return null;
  const listen = () => {
    if (!isInForeground(machine)) return;
    // After a stop the terminal may have other settings than this process last gave it.
    stdin.setRawMode(false).setRawMode(true).resume();
  };
  const rest = () => void stdin.setRawMode(false).pause();
  const read = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString();
    const asked = [...text].find((key) => signals.has(key));
    const signal = signals.get(asked ?? '');
    // Several at once are an arrow, or were pasted.
    if (signal === undefined) return [...text].length === 1 ? listener(text) : undefined;
    rest();
    if (machine.platform === 'win32') machine.emit(signal, signal);
    else machine.kill(0, signal);
  };
  // A terminal that is closed; the signal that tells of it comes by itself.
  const ignore = () => {};
  stdin.on('data', read).on('error', ignore);
  machine.on('SIGCONT', listen);
  listen();
  return () => {
    machine.off('SIGCONT', listen);
    stdin.off('data', read);
    rest();
  };
}

/** Whether it is this process's group that the terminal listens to. Where that cannot be found out it is taken for no. */
function isInForeground({ platform, pid }: Machine): boolean {
  if (platform === 'win32') return true;
  try {
    const [group, foreground] = platform === 'linux' ? groupsByProc() : groupsByPs(pid);
    return group === foreground;
  } catch {
    return false;
  }
}

function groupsByProc(): readonly (string | undefined)[] {
  // The name of the program, which may hold anything, ends at the last bracket.
  const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return [group, foreground];
}

function groupsByPs(pid: number): readonly string[] {
  const words = ['-o', 'pgid=', '-o', 'tpgid=', '-p', String(pid)];
  return execFileSync('ps', words, { encoding: 'utf8' }).trim().split(/\s+/);
}
