import { wholeOf, withoutUnseen } from '@svc-simulator/contract';
import type { ClassProgress } from './class-service.ts';

/** What a spreadsheet takes for the beginning of a formula, the wide forms too; a `;` may be its cell separator before one. */
const FORMULA = /^ *[=+\-@;＝＋－＠；]/;

/**
 * A class board as a table (RFC 4180): a line a trainee, a column a practice with the time at which it was done, after `half` where a tool did
 * what a program should; that counts as `half`, not as `completed`.
 * Names are anything that an e-mail may be, so every cell is quoted, and none may become a formula or steer what shows the table.
 */
export function classCsv({ practices, trainees }: ClassProgress): string {
  const fields = [
    'short_name',
    'joined_at',
    'completed',
    'total',
    'half',
    'stuck_on',
    'stuck_since',
  ] as const;
  const ids = practices.map(({ id }) => id);
  const rows = trainees.map((trainee) => {
    const { done, half } = trainee;
    const facts = { ...trainee, completed: wholeOf(trainee), half: half.length };
    return [
      ...fields.map((field) => facts[field] ?? ''),
      ...ids.map((id) => (half.includes(id) ? `half ${done[id]}` : (done[id] ?? ''))),
    ];
  });
  return [[...fields, ...ids], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  // It may be shown by a terminal as well.
  const seen = withoutUnseen(String(value)).replace(/\p{Cc}/gu, ' ');
  const harmless = FORMULA.test(seen) ? `'${seen}` : seen;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The table as a file to be saved, for the API and for the console's pages. */
export function csvDownload(progress: ClassProgress): Response {
  return new Response(classCsv(progress), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${progress.class_id}.csv"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
