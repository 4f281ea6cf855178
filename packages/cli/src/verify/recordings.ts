import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { t } from '@svc-simulator/core';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import type { Case } from '@svc-simulator/verify';
import { openRecordingProxy } from '@svc-simulator/verify/record/proxy.ts';
import { parseRecording } from '@svc-simulator/verify/record/recording.ts';
import { replayOf } from '@svc-simulator/verify/record/replay.ts';
import type { CliContext } from '../cli-context.ts';
import { refusing, wrongUsage } from '../failures.ts';

/** Where a recording goes, what it is of, and the port that the program is to be pointed at. */
export interface RecordOptions {
  readonly record: string;
  readonly against: string;
  readonly port?: number | undefined;
}

const ENDING = '.jsonl';

/** Stands between a program and a target until it is stopped, and writes the shapes of what goes by into a new file of the folder. */
export async function record(
  context: CliContext,
  { record: dir, against, port = 0 }: RecordOptions,
): Promise<void> {
  const folder = resolve(context.directory, dir);
  const name = `${new Date(context.now()).toISOString().replace(/\D/g, '')}${ENDING}`;
  const file = join(folder, name);
  await mkdir(folder, { recursive: true }).catch(cannotWrite(folder));
  const proxy = await openRecordingProxy({
    target: against,
    port,
    clock: systemClock,
    write: (line) => appendFile(file, line),
  }).catch(cannotWrite(file));
  const stopped = new Promise<void>((done) => {
    const unlisten = context.onStopSignal(() => {
      unlisten();
      done();
    });
  });
  context.stdout.write(
    `${t`${proxy.url} passes everything on to ${against}; point your program at it, and stop this with Ctrl+C`}\n`,
  );
  await stopped;
  await proxy.close();
  const { recorded, passed } = proxy.counts;
  context.stdout.write(
    `${t`${recorded} exchanges recorded in ${file}, ${passed} passed on that are of no operation`}\n`,
  );
}

function cannotWrite(place: string) {
  return refusing((code) => t`cannot record at ${place}: ${code}`);
}

/** The cases of every recording in a folder, and how many exchanges can't be sent again. @throws CommandError */
export async function replayed(
  context: CliContext,
  dir: string,
): Promise<{ readonly cases: readonly Case[]; readonly left: number }> {
  const folder = resolve(context.directory, dir);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(ENDING)).sort();
  const replays = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return replayOf(recordingIn(text, name), name.slice(0, -ENDING.length), randomUUID);
    }),
  );
  const cases = replays.flatMap((one) => one.cases);
  if (cases.length === 0) throw wrongUsage(t`there is no recording in ${folder}; make one with --record`);
  const left = replays.reduce((sum, one) => sum + Object.values(one.left).reduce((a, b) => a + b, 0), 0);
  return { cases, left };
}

function recordingIn(text: string, name: string) {
  try {
    return parseRecording(text);
  } catch {
    throw wrongUsage(t`${name} is no recording of this version; make another with --record`);
  }
}
