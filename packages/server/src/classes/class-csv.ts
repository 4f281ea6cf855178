import diagnosis from 'texts:diagnosis?by-language';
import signature from 'texts:signature?by-language';
import word from 'texts:word?by-language';
import {
  certifiedCountOf,
  type DataOf,
  type getClassProgress,
  troubleText,
  troubleTime,
} from '@svc-simulator/contract';
import { csvLine } from '@svc-simulator/contract/views/csv-line.ts';
import { type Language, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';

export type ClassBoardData = DataOf<typeof getClassProgress>;

async function loadCauseTexts(lang: Language): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all([diagnosis, signature, word].map((area) => area[lang]()))));
}

export function formatClassCsv({ practices, trainees, due_at }: ClassBoardData, t: Texts): string {
  const fields = [
    'short_name',
    'joined_at',
    'completed',
    'total',
    'half',
    'stuck_on',
    'stuck_since',
    'stuck_because',
    'refused_calls',
    'failed_logins',
    'asked_at',
    'certificate',
    'due_at',
  ] as const;
  const ids = practices.map(({ id }) => id);
  const rows = trainees.map((trainee) => {
    const { done, half } = trainee;
    const facts = {
      ...trainee,
      completed: certifiedCountOf(trainee),
      half: half.length,
      stuck_since: trainee.completed === 0 ? '' : trainee.stuck_since,
      due_at,
    };
    return [
      ...fields.map((field) => facts[field] ?? ''),
      troubleTime(trainee) ?? '',
      troubleText(trainee, t) ?? '',
      ...ids.map((id) => (half.includes(id) ? `half ${done[id]}` : (done[id] ?? ''))),
    ];
  });
  return [[...fields, 'cause_at', 'cause', ...ids], ...rows].map(csvLine).join('');
}

/**
 * Returns the class's title in ASCII, because some browsers accept no other characters in
 * `Content-Disposition`. If no character remains, returns the class's id.
 */
function fileNameOf({ title, class_id: id }: ClassBoardData): string {
  const ascii = title.normalize('NFD').replace(/[^\w -]/g, '');
  return ascii.trim().slice(0, 80) || id;
}

export async function csvDownload(board: ClassBoardData, lang: Language): Promise<Response> {
  return new Response(formatClassCsv(board, await loadCauseTexts(lang)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileNameOf(board)}.csv"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
