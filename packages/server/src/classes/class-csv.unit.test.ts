import word from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { type ClassBoardData, csvDownload, formatClassCsv } from './class-csv.ts';

const t = textsByLanguage(word)('en');
const JOINED = '2026-03-02T09:00:00.000Z';

const noTrouble = {
  refused_calls: 0,
  last_refused: null,
  last_given_up: null,
  failed_logins: 0,
  last_failed_login: null,
  stuck_because: null,
  certificate: null,
  asked_at: null,
} as const;

function board(...names: readonly string[]): ClassBoardData {
  return {
    class_id: 'cls_0123456789abcdef',
    title: 'March',
    join_code: 'K7MWQ2XD',
    created_at: JOINED,
    closed_at: null,
    archived_at: null,
    tools_count: false,
    practice_ids: null,
    due_at: null,
    mark: null,
    practices: [
      { id: 'login', title: 'Log in', group: 'first_steps' },
      { id: 'agreement', title: 'Create an agreement', group: 'first_steps' },
    ],
    trainees: names.map((short_name) => ({
      short_name,
      joined_at: JOINED,
      completed: 1,
      total: 2,
      done: { agreement: '2026-03-02T09:10:00.000Z' },
      half: ['agreement'],
      stuck_on: 'login',
      stuck_since: '2026-03-02T09:10:00.000Z',
      ...noTrouble,
    })),
  };
}

/** Returns the first cell of the first trainee's row. */
function nameCell(name: string): string {
  const [, rest = ''] = formatClassCsv(board(name), t).split('"login","agreement"\r\n');
  return rest.slice(0, rest.indexOf(`,"${JOINED}`));
}

describe('a class board as CSV (RFC 4180)', () => {
  it('has a line for each trainee and a column for each practice, with quoted cells and CR LF', () => {
    expect(formatClassCsv(board('ana', 'luis'), t)).toBe(
      '"short_name","joined_at","completed","total","half","stuck_on","stuck_since","stuck_because","refused_calls","failed_logins","asked_at","certificate","due_at","cause_at","cause","login","agreement"\r\n' +
        '"ana","2026-03-02T09:00:00.000Z","0","2","1","login","2026-03-02T09:10:00.000Z","","0","0","","","","","","","half 2026-03-02T09:10:00.000Z"\r\n' +
        '"luis","2026-03-02T09:00:00.000Z","0","2","1","login","2026-03-02T09:10:00.000Z","","0","0","","","","","","","half 2026-03-02T09:10:00.000Z"\r\n',
    );
    expect(formatClassCsv(board(), t)).toMatch(/^"short_name",["\w,]+\r\n$/);
  });

  it('contains the due date, the certificate and the time of the last note, and no stuck_since before the first practice', () => {
    const { trainees, ...rest } = board('ana');
    const [noteAt, code, due] = ['2026-03-02T09:30:00.000Z', 'K7MWQ2XDA3BCDEFG', '2026-03-10T03:59:59.999Z'];
    const row = { ...trainees[0], completed: 0, done: {}, half: [], asked_at: noteAt, certificate: code };
    const csv = formatClassCsv(
      { ...rest, due_at: due, trainees: [row as ClassBoardData['trainees'][number]] },
      t,
    );
    expect(csv).toContain(`"0","2","0","login","","","0","0","${noteAt}","${code}","${due}","","","",""\r\n`);
  });

  it.each([
    ['Programación, "marzo"', 'Programacion marzo.csv'],
    ['クラス', 'cls_0123456789abcdef.csv'],
  ])('names the file after the title %s', async (title, name) => {
    const { headers } = await csvDownload({ ...board(), title }, 'en');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  });

  it("leaves the cells about problems empty for a trainee who isn't stuck", () => {
    const { trainees, ...rest } = board('ana');
    const row = { ...trainees[0], stuck_on: null, stuck_since: null } as ClassBoardData['trainees'][number];
    expect(formatClassCsv({ ...rest, trainees: [row] }, t)).toContain(
      `"ana","${JOINED}","0","2","1","","","","0","0","","","","","","","half 2026`,
    );
  });

  it('shows the failure that keeps a trainee from progressing, and no formula in its cause', () => {
    const { trainees, ...rest } = board('ana');
    const at = '2026-03-02T09:20:00.000Z';
    const call = {
      at,
      method: 'POST',
      operation: 'createAgreement',
      status: 400,
      cause: '/title is required',
    };
    const rows = [
      { ...trainees[0], stuck_because: 'login', failed_logins: 2, last_failed_login: at },
      { ...trainees[0], stuck_because: 'call', refused_calls: 3, last_refused: call },
      { ...trainees[0], stuck_because: 'call', refused_calls: 1, last_refused: { ...call, method: '=1+1' } },
    ] as ClassBoardData['trainees'];
    const csv = formatClassCsv({ ...rest, trainees: rows }, t);
    expect(csv).toContain(`"login","0","2","","","","${at}","2 failed logins"`);
    expect(csv).toContain(`"call","3","0","","","","${at}","POST createAgreement · 400 /title is required"`);
    expect(csv).toContain(`"'=1+1 createAgreement`);
  });

  it.each([
    ['a,b@c.example', '"a,b@c.example"'],
    ['"ana"@c.example', '"""ana""@c.example"'],
    ['José@café.example', '"José@café.example"'],
  ])('quotes characters that would end a cell: %j', (name, cell) => {
    expect(nameCell(name)).toBe(cell);
  });

  it.each([
    ['=1+1@c.example', `"'=1+1@c.example"`],
    ['+ana@c.example', `"'+ana@c.example"`],
    ['-ana', `"'-ana"`],
    ['@ana', `"'@ana"`],
    ['\t=1+1', `"' =1+1"`],
    ['＝1+1', `"'＝1+1"`],
    [';=1+1', `"';=1+1"`],
    ['\u200b=1+1', `"'=1+1"`],
    ['\u202e=1+1', `"'=1+1"`],
    ['=HYPERLINK("http://x.invalid","y")', `"'=HYPERLINK(""http://x.invalid"",""y"")"`],
    ['a=b@c.example', '"a=b@c.example"'],
  ])("doesn't let %j become a formula", (name, cell) => {
    expect(nameCell(name)).toBe(cell);
  });

  it('drops invisible characters and characters that change the direction of the text', () => {
    expect(nameCell('a\u200bn\u202ea\ufeff')).toBe('"ana"');
    expect(nameCell('a\u001b[31mna\r\nb')).toBe('"a [31mna  b"');
  });
});
