import { type DataOf, problemOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { passwordTakes } from '../../connection/connection.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseYesNo } from '../../input/values.ts';
import {
  type ConnectedCall,
  everyPage,
  expectMeant,
  pageOf,
  plainCommand,
  runCommand,
  yesTakes,
} from '../../plain-command.ts';
import type { Colours } from '../../rendering/report.ts';
import { ago, columns, momentText, plain } from '../../rendering/text.ts';
import { factLines } from '../../rendering/view-lines.ts';
import { taking } from '../../takes.ts';
import { viewCommand } from '../../view-command.ts';
import { nextLines, practiceTitle, progressLines } from '../progress.ts';

const classTakes = taking({ '<class>': 'cli.class.class' });
const traineeTakes = taking({
  ...classTakes,
  '<trainee>': 'cli.class.trainee',
  ...passwordTakes,
  ...yesTakes,
});

type Deed = 'close' | 'new_code' | 'remove' | 'reset';
type Named = Pick<ConnectedCall<typeof classTakes>, 't' | 'connection' | 'context' | 'given'>;

async function traineeOf(at: ConnectedCall<typeof traineeTakes>, deed: Deed) {
  return { ...(await meantClass(at, deed, at.given.trainee)), short_name: at.given.trainee };
}

async function meantClass(
  at: Named & Pick<ConnectedCall<typeof yesTakes>, 'given'>,
  deed: Deed,
  trainee = '',
) {
  const params = await classOf(at, at.given.class);
  const classText = plain(at.given.class);
  const question = at.t('cli.class.confirm', { deed, named: classText, trainee: plain(trainee) });
  await expectMeant(at.context, question, at.given);
  return params;
}

async function updateNamedClass(at: Named, body: api.BodyOf<typeof api.updateClass>) {
  return at.connection.call(api.updateClass, { params: await classOf(at, at.given.class), body });
}

export const classCommands = {
  progress: runCommand({
    takes: {
      '[class]': 'cli.class.progress.class',
      '--trainee <name>': { text: 'cli.class.progress.trainee', conflicts: ['csv'] },
      '--csv': 'cli.class.progress.csv',
    },
    run: async (at) => {
      const { t, given, context, report, hint } = at;
      const { class: className, trainee, csv, json } = given;
      if (csv && json) throw wrongUsage(t('cli.class.progress.pass_either_csv_json'));
      const connection = await at.connect();
      const params = await classOf({ t, connection, context }, className);
      if (trainee !== undefined) {
        const { data } = await connection.call(api.getTrainee, {
          params: { ...params, short_name: trainee },
        });
        report(data, (colours) => [
          ...traineeLines(data, colours, context.now()),
          ...nextLines(data, colours, context.program),
        ]);
        return;
      }
      if (csv) {
        const answer = await connection.send(api.getClassProgress, {
          params,
          headers: { accept: 'text/csv' },
        });
        if (!answer.ok) throw await problemOf(answer);
        context.stdout.write(await answer.text());
        return;
      }
      const { data } = await connection.call(api.getClassProgress, { params });
      report(data, (colours) => classProgressLines(data, colours, context.now()));
      if (data.trainees.length === 0)
        hint(
          t('cli.class.progress.nobody_yet_trainees_join', {
            program: context.program,
            join_code: plain(data.join_code),
          }),
        );
    },
  }),

  create: plainCommand({
    takes: { '<title>': 'cli.class.create.title' },
    call: ({ connection, given: { title } }) => connection.call(api.createClass, { body: { title } }),
    lines: classLines,
    next: ({ join_code }, { t, context: { program } }) =>
      t('cli.class.create.trainees_join_class_join', { program, join_code }),
  }),

  list: viewCommand(api.classView, {
    call: ({ connection, given }) => connection.call(api.listClasses, { query: pageOf(given) }),
  }),

  join: plainCommand({
    takes: { '<code>': 'cli.class.join.code', ...passwordTakes },
    call: async ({ connection, given }) =>
      (await connection.fullConsole(given)).call(api.joinClass, { body: { class_code: given.code } }),
    lines: ({ title }, colours) => [colours.t('cli.class.join.class', { title: colours.bold(plain(title)) })],
    next: (_class, { context: { program } }) => `${program} progress`,
  }),

  leave: plainCommand({
    takes: passwordTakes,
    call: async ({ connection, given }) => (await connection.fullConsole(given)).call(api.leaveClass),
    lines: ({ class_id }, { t }) => [t('cli.class.leave.left_progress_stays', { class_id: plain(class_id) })],
  }),

  rename: plainCommand({
    takes: { ...classTakes, '<title>': 'cli.class.rename.title' },
    call: (at) => updateNamedClass(at, { title: at.given.title }),
    lines: classLines,
  }),

  close: plainCommand({
    takes: { ...classTakes, ...yesTakes },
    call: async (at) => {
      const params = await meantClass(at, 'close');
      return at.connection.call(api.updateClass, { params, body: { closed: true } });
    },
    lines: classLines,
  }),

  tools: plainCommand({
    takes: { ...classTakes, '<count>': { text: 'cli.class.tools.count', parse: parseYesNo } },
    call: (at) => updateNamedClass(at, { tools_count: at.given.count }),
    lines: classLines,
  }),

  'new-code': plainCommand({
    takes: { ...classTakes, ...yesTakes },
    call: async (at) => at.connection.call(api.renewJoinCode, { params: await meantClass(at, 'new_code') }),
    lines: classLines,
  }),

  remove: plainCommand({
    takes: traineeTakes,
    call: async (at) =>
      (await at.connection.fullConsole(at.given)).call(api.removeTrainee, {
        params: await traineeOf(at, 'remove'),
      }),
    lines: ({ short_name }, { t }) => [t('cli.class.remove.out_class', { short_name: plain(short_name) })],
  }),

  'reset-password': plainCommand({
    takes: traineeTakes,
    call: async (at) =>
      (await at.connection.fullConsole(at.given)).call(api.resetTraineePassword, {
        params: await traineeOf(at, 'reset'),
      }),
    lines: ({ short_name, password, expires_at }, { t }) => [
      t('cli.class.reset-password.logs_once_chooses_another', {
        short_name: plain(short_name),
        password: plain(password),
        expires_at: momentText(plain(expires_at)),
      }),
    ],
  }),
};

/**
 * Finds a class by its id or title, else the only class of the account. @throws CommandError if there is none
 * or several
 */
async function classOf(
  { t, connection, context: { program } }: Pick<ConnectedCall, 't' | 'connection' | 'context'>,
  idOrTitle?: string,
): Promise<{ readonly class_id: string }> {
  if (idOrTitle !== undefined && /^cls_[0-9a-f]{16}$/.test(idOrTitle)) return { class_id: idOrTitle };
  const all = await everyPage((query) => connection.call(api.listClasses, { query }));
  const [only, another] = idOrTitle === undefined ? all : all.filter(({ title }) => title === idOrTitle);
  if (another)
    throw wrongUsage(
      idOrTitle === undefined
        ? t('cli.class.several_classes_account_say', { program })
        : t('cli.class.several_classes_called_say', { named: plain(idOrTitle), program }),
    );
  if (only) return { class_id: only.class_id };
  throw refusal(
    idOrTitle === undefined
      ? t('cli.class.no_class_account_class', { program })
      : t('cli.class.no_class_account_called', { named: plain(idOrTitle), program }),
  );
}

type ClassProgress = DataOf<typeof api.getClassProgress>;

function classLines(
  trainingClass: DataOf<typeof api.createClass>,
  colours: Colours,
  nowMs: number,
): string[] {
  return factLines(api.classView, trainingClass, colours, nowMs);
}

/** Formats the progress of each trainee, and since when one is stuck. */
function classProgressLines(
  { title, join_code, closed_at, trainees }: ClassProgress,
  colours: Colours,
  nowMs: number,
): string[] {
  const { t } = colours;
  const count = t('cli.class.trainees', { count: trainees.length });
  return [
    `${plain(title)}  ${colours.dim(t('cli.class.join_code_and_trainees', { join_code: plain(join_code), closed: String(closed_at !== null), count }))}`,
    ...columns([
      ...(trainees.length === 0 ? [] : [heads.map((head) => colours.dim(t(`cli.class.heads.${head}`)))]),
      ...trainees.map(({ short_name, completed, total, half, stuck_on, stuck_since }) => [
        plain(short_name, 64),
        t('cli.class.of', { completed: api.wholeOf({ completed, half }), total }),
        half.length === 0 ? '' : String(half.length),
        stuck_on === null ? colours.green(t('cli.class.all_done')) : practiceTitle(t, stuck_on),
        stuck_since === null ? '' : colours.dim(ago(t, stuck_since, nowMs)),
      ]),
    ]).map((line) => `  ${line}`),
  ];
}

const heads = ['who', 'done', 'half', 'stuck_on', 'stuck_since'] as const;

function traineeLines(state: DataOf<typeof api.getTrainee>, colours: Colours, nowMs: number): string[] {
  return [
    ...factLines({ noun: 'trainee', facts: api.traineeFacts }, state, colours, nowMs),
    '',
    ...progressLines(state, colours, nowMs),
  ];
}
