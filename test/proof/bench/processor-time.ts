import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process and of all that it has started, those that have ended included, in ms. */
export function processorMs(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
  const [own] = all.filter((one) => one.pid === pid);
  const children = all.filter((one) => one.parent === pid);
  const ticks = (own ? own.own + own.ended : 0) + children.reduce((sum, one) => sum + one.own + one.ended, 0);
  return ticks * TICK_MS;
}

function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (number: number) => fields[number - 3] ?? 0;
    return { pid: Number(pid), parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
