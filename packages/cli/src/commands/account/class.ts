import { type DataOf, problemOf } from '@svc-simulator/client';
import {
  createClass,
  getClassProgress,
  joinClass,
  leaveClass,
  listClasses,
  removeTrainee,
  renewJoinCode,
  resetTraineePassword,
  updateClass,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { passwordTakes } from '../../connection/connection.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import {
  type ConnectedCall,
  everyPage,
  listCommand,
  pageOf,
  plainCommand,
  runCommand,
} from '../../plain-command.ts';
import type { Colours } from '../../rendering/colours.ts';
import { ago, columns, plain } from '../../rendering/text.ts';
import { taking } from '../../takes.ts';

const classTakes = taking({ '<class>': 'its id or its title' });
const traineeTakes = taking({
  ...classTakes,
  '<trainee>': 'the short name, as the board shows it',
  ...passwordTakes,
});

async function traineeOf(at: ConnectedCall<typeof traineeTakes>) {
  return { ...(await classOf(at, at.given.class)), short_name: at.given.trainee };
}

export const classCommands = {
  progress: runCommand({
    takes: {
      '[class]': 'its id or its title (default: the only class that you have)',
      '--csv': 'print a table for a spreadsheet, a line a trainee',
    },
    json: "print the progress as the API's JSON",
    run: async (at) => {
      const { given, context, report, hint } = at;
      const { class: named, csv, json } = given;
      if (csv && json) throw wrongUsage(t`pass either --csv or --json, not both`);
      const connection = await at.connect();
      const params = await classOf({ connection, context }, named);
      if (csv) {
        const answer = await connection
          .console()
          .send(getClassProgress, { params, headers: { accept: 'text/csv' } });
        if (!answer.ok) throw await problemOf(answer);
        context.stdout.write(await answer.text());
        return;
      }
      const { data } = await connection.console().call(getClassProgress, { params });
      report(data, (colours) => classProgressLines(data, colours, context.now()));
      if (data.trainees.length === 0)
        hint(
          t`nobody is in it yet; trainees join with ${context.program} class join ${plain(data.join_code)}`,
        );
    },
  }),

  create: plainCommand({
    takes: { '<title>': 'what the class is called' },
    call: ({ connection, given: { title } }) => connection.console().call(createClass, { body: { title } }),
    lines: classLines,
    next: ({ join_code }, { context: { program } }) =>
      t`trainees join with ${program} class join ${join_code}, or ${program} account create NAME --class-code ${join_code}`,
  }),

  list: listCommand({
    call: ({ connection, given }) => connection.console().call(listClasses, { query: pageOf(given) }),
    lines: classListLines,
    ifEmpty: (program) => t`no class here; ${program} class create TITLE makes one`,
  }),

  join: plainCommand({
    takes: {
      '<code>': 'join code that the trainer shows; case, blanks and hyphens do not matter',
      ...passwordTakes,
    },
    call: async ({ connection, given }) =>
      (await connection.fullConsole(given)).call(joinClass, { body: { class_code: given.code } }),
    lines: ({ title }, colours) => [t`in the class ${colours.bold(plain(title))}`],
    next: (_class, { context: { program } }) => `${program} progress`,
  }),

  leave: plainCommand({
    takes: passwordTakes,
    call: async ({ connection, given }) => (await connection.fullConsole(given)).call(leaveClass),
    lines: ({ class_id }) => [t`left ${plain(class_id)}; your progress stays`],
  }),

  rename: plainCommand({
    takes: { ...classTakes, '<title>': 'its new title' },
    call: async (at) =>
      at.connection
        .console()
        .call(updateClass, { params: await classOf(at, at.given.class), body: { title: at.given.title } }),
    lines: classLines,
  }),

  close: plainCommand({
    takes: classTakes,
    call: async (at) =>
      at.connection
        .console()
        .call(updateClass, { params: await classOf(at, at.given.class), body: { closed: true } }),
    lines: classLines,
  }),

  'new-code': plainCommand({
    takes: classTakes,
    call: async (at) =>
      at.connection.console().call(renewJoinCode, { params: await classOf(at, at.given.class) }),
    lines: classLines,
  }),

  remove: plainCommand({
    takes: traineeTakes,
    call: async (at) =>
      (await at.connection.fullConsole(at.given)).call(removeTrainee, { params: await traineeOf(at) }),
    lines: ({ short_name }) => [t`${plain(short_name)} is out of the class`],
  }),

  'reset-password': plainCommand({
    takes: traineeTakes,
    call: async (at) =>
      (await at.connection.fullConsole(at.given)).call(resetTraineePassword, { params: await traineeOf(at) }),
    lines: ({ short_name, password, expires_at }) => [
      t`${plain(short_name)} logs in once with ${plain(password)} until ${plain(expires_at)}, and chooses another`,
    ],
  }),
};

/** The class that is named by its id or its title, else the only one of the account. @throws CommandError when there is none, or several. */
async function classOf(
  { connection, context: { program } }: Pick<ConnectedCall, 'connection' | 'context'>,
  named?: string,
): Promise<{ readonly class_id: string }> {
  if (named !== undefined && /^cls_[0-9a-f]{16}$/.test(named)) return { class_id: named };
  const all = await everyPage((query) => connection.console().call(listClasses, { query }));
  const [only, another] = named === undefined ? all : all.filter(({ title }) => title === named);
  if (another)
    throw wrongUsage(
      named === undefined
        ? t`there are several classes in this account; say which, by its title or by an id that ${program} class list shows`
        : t`several classes are called ${plain(named)}; say which by an id that ${program} class list shows`,
    );
  if (only) return { class_id: only.class_id };
  throw refusal(
    named === undefined
      ? t`there is no class in this account; ${program} class create TITLE makes one`
      : t`no class of this account is called ${plain(named)}; ${program} class list shows them`,
  );
}

type ClassData = DataOf<typeof createClass>;
type ClassProgress = DataOf<typeof getClassProgress>;

/** A class that was just made or changed. */
function classLines({ class_id, title, join_code, closed_at }: ClassData, colours: Colours): string[] {
  return columns([
    [colours.dim(t`class`), plain(class_id)],
    [colours.dim(t`title`), plain(title)],
    [colours.dim(t`join code`), colours.bold(plain(join_code))],
    ...(closed_at === null ? [] : [[colours.dim(t`closed`), t`nobody can join any more`]]),
  ]);
}

/** Classes as a table. */
function classListLines(classes: readonly ClassData[], colours: Colours, nowMs: number): string[] {
  return columns(
    classes.map(({ class_id, title, join_code, created_at }) => [
      plain(class_id),
      plain(join_code),
      colours.dim(ago(created_at, nowMs)),
      plain(title, 60),
    ]),
  );
}

/** Who is how far, and stuck on what since when. */
function classProgressLines(
  { title, join_code, trainees }: ClassProgress,
  colours: Colours,
  nowMs: number,
): string[] {
  const count = trainees.length === 1 ? t`1 trainee` : t`${trainees.length} trainees`;
  return [
    `${plain(title)}  ${colours.dim(t`join code ${plain(join_code)}, ${count}`)}`,
    ...columns(
      trainees.map(({ short_name, completed, total, stuck_on, stuck_since }) => [
        `  ${plain(short_name, 64)}`,
        t`${completed} of ${total}`,
        stuck_on === null ? colours.green(t`all done`) : plain(stuck_on),
        stuck_since === null ? '' : colours.dim(ago(stuck_since, nowMs)),
      ]),
    ),
  ];
}
