import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createRecordPolicy } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { noteEvent, START_TIME, saveRecord } from '../../../test/conformance-steps.ts';
import { FaultyFiles } from '../../../test/faulty-files.ts';
import { partner, session } from '../../../test/store-samples.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import { put } from '../../store.ts';
import { DamagedFileError, UnknownFormatError } from '../files/damaged-file.ts';

const directories = new TestDirectories();

/**
 * Returns the directory of a killed process with `count` commits in the journal, each with a record and an
 * event.
 */
async function createKilledDirectory(count: number): Promise<string> {
  const { directory, store } = await directories.fresh();
  for (let number = 1; number <= count; number++) {
    await store.transact({ account: 'a' }, () => ({
      result: null,
      puts: [put('session', `s${number}`, session('a', `s${number}`))],
      events: [{ type: 'session.created', at: START_TIME, sessionId: `s${number}`, data: { number } }],
    }));
  }
  return directories.copy(directory);
}

/** Returns the directory of a closed store, with three sessions in `db.json` and an empty journal. */
async function createClosedDirectory(): Promise<string> {
  const { directory, store } = await directories.fresh();
  for (const id of ['s1', 's2', 's3']) await saveRecord(store, put('session', id, session('a', id)));
  await noteEvent(store, 'a');
  await store.close();
  return directory;
}

describe('opening an existing directory', () => {
  it.each([
    ['null', () => Buffer.from('null')],
    ['all but its last line', (good: Buffer) => good.subarray(0, good.lastIndexOf('\n"crc"'))],
    ['another database', () => Buffer.from('{"posts":[]}\n')],
    ['only zeros', (good: Buffer) => Buffer.alloc(good.length)],
    ['a journal', (_: Buffer, journal: Buffer) => journal],
  ])('refuses a db.json that contains %s instead of treating it as an empty store', async (_, content) => {
    const directory = await createClosedDirectory();
    const file = join(directory, 'db.json');
    const badContent = content(await readFile(file), await readFile(join(directory, 'journal.jsonl')));
    await writeFile(file, badContent);
    await expect(directories.open(directory)).rejects.toThrow(DamagedFileError);
    await expect(directories.open(directory)).rejects.toThrow(file);
    expect(await readFile(file)).toEqual(badContent);
  });

  it.each([
    ['an empty journal', 'journal.jsonl', Buffer.alloc(0)],
    ['a journal that holds null', 'journal.jsonl', Buffer.from('null')],
    ['no journal beside its db.json', 'journal.jsonl', null],
    ['no db.json before its journal', 'db.json', null],
    ['no file of a day', join('trace', '2026-01-01.jsonl'), null],
    ['an empty file of a day', join('trace', '2026-01-01.jsonl'), Buffer.alloc(0)],
  ])('refuses a directory with %s', async (_, name, content) => {
    const directory = await createClosedDirectory();
    if (content) await writeFile(join(directory, name), content);
    else await rm(join(directory, name));
    await expect(directories.open(directory)).rejects.toThrow(DamagedFileError);
  });

  it('refuses a directory that contains only a trace', async () => {
    const directory = await createClosedDirectory();
    for (const name of ['db.json', 'journal.jsonl']) await rm(join(directory, name));
    await expect(directories.open(directory)).rejects.toThrow('it is missing, but the files next to it');
  });

  it.each([
    ['a db.json of a later form', 'db.json', (text: string) => text.replace('"format":1', '"format":2')],
    [
      'a journal of a later form',
      'journal.jsonl',
      (text: string) => text.replace('"journal":1', '"journal":2'),
    ],
    ["a journal that is another program's", 'journal.jsonl', () => '{"journal":"of mine"'],
  ])('refuses a directory with %s and explains the fix', async (_, name, change) => {
    const directory = await createClosedDirectory();
    const file = join(directory, name);
    const content = withChecksum(name, change(withoutChecksum(name, await readFile(file, 'utf8'))));
    await writeFile(file, content);
    await expect(directories.open(directory)).rejects.toThrow(
      `${file} was written by another version, in a format that this version doesn't read. Nothing was changed. ` +
        'Start the other version, or move the directory away to start with an empty store',
    );
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it.each(['snapshot.bin', 'journal-2.bin'])('refuses a directory of version 0.1 by its %s', async (name) => {
    const directory = await directories.make();
    await writeFile(join(directory, name), 'SIMf');
    await expect(directories.open(directory)).rejects.toThrow(UnknownFormatError);
    expect(await readdir(directory)).toEqual([name]);
  });

  it('unlocks the directory after refusing it', async () => {
    const directory = await createClosedDirectory();
    const file = join(directory, 'db.json');
    const good = await readFile(file);
    await writeFile(file, 'null');
    await expect(directories.open(directory)).rejects.toThrow(DamagedFileError);
    await writeFile(file, good);
    expect((await directories.open(directory)).get('session', 's1')).toBeDefined();
  });

  it('writes nothing after a failure, because another process may have locked the directory', async () => {
    const [directory, clock, files] = [await createKilledDirectory(3), new ManualClock(), new FaultyFiles()];
    files.fate = ({ name, path }) =>
      name === 'sync' && path.endsWith('journal.jsonl') ? 'fails' : 'happens';
    await expect(directories.open(directory, { clock, files })).rejects.toThrow('EIO');
    const calls = files.calls.length;
    await clock.advance(10_000);
    expect(files.calls.slice(calls)).toEqual([]);
  });

  it('computes timers, tags and owners with the rules of the running version', async () => {
    const { directory, store: first } = await directories.fresh();
    await saveRecord(first, put('partner', 'p1', partner('a', 'p1')));
    await first.close();
    const policy = {
      ...createRecordPolicy(),
      timerOf: () => null,
      tagsOf: () => ['new'],
      accountOf: () => 'b',
    };
    const other = await directories.open(directory, { policy });
    expect((await other.list('partner', 'b', { limit: 5, tag: 'new' })).items).toEqual([partner('a', 'p1')]);
  });

  it('refuses a db.json that is older than its journal', async () => {
    const directory = await createClosedDirectory();
    const older = await readFile(join(directory, 'db.json'));
    const store = await directories.open(directory);
    await noteEvent(store, 'a');
    await store.close();
    await writeFile(join(directory, 'db.json'), older);
    await expect(directories.open(directory)).rejects.toThrow('db.json is damaged at byte 0: it is older');
  });

  it('fires overdue timers in due order, and also timers that are set meanwhile', async () => {
    const { clock, directory, store: first } = await directories.fresh();
    const dues = [700, 100, 900, 300];
    for (const due of dues) {
      await saveRecord(
        first,
        put('session', `s${due}`, session('a', `s${due}`, 'pending', START_TIME + due)),
      );
    }
    await first.close();
    await clock.advance(800);
    const store = await directories.open(directory, { clock });
    const firedIds: string[] = [];
    store.start(async ({ id }) => void firedIds.push(id));
    await saveRecord(store, put('session', 's300', session('a', 's300', 'pending', START_TIME + 850)));
    await saveRecord(store, put('session', 's50', session('a', 's50', 'pending', START_TIME + 50)));
    await clock.advance(20);
    expect(firedIds.filter((id) => id !== 's300' && id !== 's50')).toEqual(['s100', 's700']);
    await clock.advance(1000);
    expect(firedIds.at(-1)).toBe('s900');
    expect(new Set(firedIds)).toEqual(new Set(['s50', 's100', 's300', 's700', 's900']));
  });

  it('restricts the directory and its files to their owner', async () => {
    const { stat } = await import('node:fs/promises');
    const directory = join(await directories.make(), 'deep', 'data');
    const store = await directories.open(directory);
    await noteEvent(store, 'a');
    await store.close();
    const mode = async (name: string) => ((await stat(join(directory, name))).mode & 0o777).toString(8);
    expect(await mode('.')).toBe('700');
    expect(await mode('trace')).toBe('700');
    for (const name of ['db.json', 'journal.jsonl', join('trace', '2026-01-01.jsonl')]) {
      expect(await mode(name), name).toBe('600');
    }
  });
});

/** Returns the text before its checksum, which is at the end of `db.json` and of a journal's first line. */
function withoutChecksum(name: string, text: string): string {
  return text.slice(0, text.indexOf(name === 'db.json' ? ',\n"crc":' : ',"crc":'));
}

function withChecksum(name: string, text: string): string {
  const sum = crc32(text).toString(16).padStart(8, '0');
  return name === 'db.json' ? `${text},\n"crc":"${sum}"\n}\n` : `${text},"crc":"${sum}"}\n`;
}
