import type { DataOf } from '@svc-simulator/client';
import { getProgress } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { acceptLanguage, type LanguageOptions, languageOption } from '../language.ts';
import type { Colours } from '../rendering/colours.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { columns, distance, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions & LanguageOptions;

/** Long enough for every hint. */
const HINT_LIMIT = 500;

export const declareProgress: Declare = (command, surroundings) => {
  takesConnection(command)
    .addOption(languageOption())
    .option('--json', "print the API's JSON")
    .action((options: Options) => progress(surroundings, options));
};

async function progress(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection
    .console()
    .call(getProgress, { headers: acceptLanguage(surroundings, options) });
  report(surroundings, options, data, (colours) => [
    `${data.completed} of ${data.total} practices done`,
    ...columns(
      data.practices.map(({ id, title, done, completed_at }) => [
        done ? colours.green('  ✓') : colours.dim('  ·'),
        plain(id),
        plain(title),
        completed_at === null ? '' : colours.dim(distance(Date.parse(completed_at), surroundings.now())),
      ]),
    ),
    ...nextLines(data, colours),
  ]);
}

/** What to do next; nothing when all is done. */
function nextLines({ practices, next }: DataOf<typeof getProgress>, colours: Colours): string[] {
  const practice = practices.find(({ id }) => id === next);
  if (!practice) return [];
  return [`next  ${colours.bold(plain(practice.title))}`, `      ${plain(practice.hint, HINT_LIMIT)}`];
}
