import { describe, expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const { sim, runForData } = liveSimulator();

/** Creates an account and returns the options with which a command acts for it. */
async function createAccountOptions(name: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { console_token, key } = await runForData('account', 'create', name, ...words);
  return ['--console-token', console_token, '--key', key.token];
}

const titleOf = ({ title }: { readonly title: string }) => title;
const AGE = String.raw`(?:now|\d+ s ago) *`;

describe('sim class', () => {
  it('lists the classes, and requires a title or id if there are several', async () => {
    const trainer = await createAccountOptions('trainer-2');
    const none = await sim('class', 'list', ...trainer);
    expect(none).toMatchObject({ code: 0, stdout: '' });
    expect(none.stderr).toContain("You don't teach a class yet: sim class create");
    const progressWithoutClass = await sim('class', 'progress', ...trainer);
    expect(progressWithoutClass.code).toBe(1);
    expect(progressWithoutClass.stderr).toContain('create one with sim class create TITLE');

    const [one, two] = [
      await runForData('class', 'create', 'One', ...trainer),
      await runForData('class', 'create', 'Two', ...trainer),
    ];
    const listOutput = (await sim('class', 'list', ...trainer)).stdout;
    expect(listOutput).toMatch(
      new RegExp(
        `^${two.class_id}  ${two.join_code}  ${AGE} Two\n${one.class_id}  ${one.join_code}  ${AGE} One\n$`,
      ),
    );
    const first = await sim('class', 'list', '--limit', '1', ...trainer);
    const [, cursor = ''] = /--cursor (\S+)/.exec(first.stderr) ?? [];
    expect(await runForData('class', 'list', '--cursor', cursor, ...trainer)).toEqual([one]);
    const ambiguous = await sim('class', 'progress', ...trainer);
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toContain('sim class list');
    expect((await runForData('class', 'progress', one.class_id, ...trainer)).title).toBe('One');
  });

  it('finds a class by its title or id, and refuses an ambiguous or unknown title', async () => {
    const trainer = await createAccountOptions('trainer-3');
    const [one] = [
      await runForData('class', 'create', 'Cajas, marzo', ...trainer),
      await runForData('class', 'create', 'Twice', ...trainer),
      await runForData('class', 'create', 'Twice', ...trainer),
    ];
    for (const word of ['Cajas, marzo', one.class_id])
      expect((await runForData('class', 'progress', word, ...trainer)).class_id).toBe(one.class_id);
    const twice = await sim('class', 'close', 'Twice', ...trainer);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('several classes')]);
    const none = await sim('class', 'new-code', 'Nobody', ...trainer);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining('this account has no class called Nobody'),
    ]);
  });

  it('changes whether tools count, the practices and the due date of a class', async () => {
    const trainer = await createAccountOptions('trainer-5');
    const { class_id } = await runForData('class', 'create', 'Cajas, marzo', ...trainer);
    for (const [word, counts] of [
      ['Sí', true],
      ['no', false],
    ] as const)
      expect((await runForData('class', 'tools', class_id, word, ...trainer)).tools_count).toBe(counts);
    expect((await sim('class', 'tools', class_id, 'maybe', ...trainer)).code).toBe(2);
    const practicesOf = async (...ids: readonly string[]) =>
      (await runForData('class', 'practices', class_id, ...ids, ...trainer)).practice_ids;
    expect(await practicesOf('login', 'split')).toEqual(['login', 'split']);
    expect(await practicesOf('all')).toBeNull();
    expect((await runForData('class', 'due', class_id, '2099-12-15', ...trainer)).due_at).toContain(
      '2099-12-16T03:',
    );
    expect((await sim('class', 'progress', class_id, ...trainer)).stdout).toContain('due 2099-12-15 (');
    expect((await runForData('class', 'due', class_id, 'none', ...trainer)).due_at).toBeNull();
  });

  it('closes, archives and reopens a class', async () => {
    const trainer = await createAccountOptions('trainer-6');
    const one = await runForData('class', 'create', 'Cajas, marzo', ...trainer);
    await runForData('class', 'create', 'Other', ...trainer);
    const closedClass = await runForData('class', 'close', 'Cajas, marzo', '--yes', ...trainer);
    expect([closedClass.class_id, closedClass.closed_at]).toEqual([one.class_id, expect.any(String)]);
    expect((await sim('class', 'progress', 'Cajas, marzo', ...trainer)).stdout).toContain(
      'Cajas, marzo  closed, 0 ',
    );
    expect((await runForData('class', 'reopen', 'Cajas, marzo', ...trainer)).closed_at).toBeNull();
    expect((await runForData('class', 'archive', 'Cajas, marzo', '--yes', ...trainer)).archived_at).toEqual(
      expect.any(String),
    );
    expect((await runForData('class', 'list', '--archived', ...trainer)).map(titleOf)).toEqual([
      'Cajas, marzo',
    ]);
    expect((await runForData('class', 'list', ...trainer)).map(titleOf)).toEqual(['Other']);
    expect((await runForData('class', 'reopen', 'Cajas, marzo', ...trainer)).archived_at).toBeNull();
  });

  it('shows in the table who wrote to the trainer, and who has done nothing yet', async () => {
    const trainer = await createAccountOptions('trainer-4');
    const { class_id, join_code } = await runForData('class', 'create', 'Board', ...trainer);
    const trainee = await createAccountOptions('trainee-4', '--class-code', join_code);
    const readTable = async () => (await sim('class', 'progress', class_id, ...trainer)).stdout;
    expect(await readTable()).toContain("hasn't started");
    expect((await sim('class', 'list', ...trainee)).stderr).toContain('you are a trainee in the class Board');
    expect((await sim('class', 'answer', 'Which token?', ...trainee)).code).toBe(0);
    expect(await readTable()).toMatch(new RegExp(`wrote to you.*\n.*hasn't started +${AGE}`));
    const csv = (await sim('class', 'progress', class_id, '--csv', ...trainer)).stdout;
    expect(csv).toMatch(/"0","0","20\d\d-[^"]+","","",/);
  });
});
