import { type DataOf, errorFromResponse } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { passwordParameters } from '../../connection/connection.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseYesNo } from '../../input/values.ts';
import { defineParameters } from '../../parameters.ts';
import type { Style } from '../../rendering/report.ts';
import { agoText, alignColumns, momentText, printable } from '../../rendering/text.ts';
import { factLines } from '../../rendering/view-lines.ts';
import {
  type ConnectedCall,
  confirm,
  fetchAllPages,
  pageQuery,
  requestCommand,
  runCommand,
  yesParameters,
} from '../../request-command.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { viewCommand } from '../../view-command.ts';
import { dueText, nextLines, noteLines, practiceTitle, progressLines } from '../progress.ts';

const classParameters = defineParameters({ '<class>': 'cli.class.class' });
const traineeParameters = defineParameters({
  ...classParameters,
  '<trainee>': 'cli.class.trainee',
  ...passwordParameters,
  ...yesParameters,
});

type ClassAction = 'archive' | 'close' | 'new_code' | 'remove' | 'reset';
type ClassCall = Pick<ConnectedCall<typeof classParameters>, 't' | 'connection' | 'context' | 'values'>;

async function findConfirmedTrainee(call: ConnectedCall<typeof traineeParameters>, action: ClassAction) {
  return {
    ...(await findConfirmedClass(call, action, call.values.trainee)),
    short_name: call.values.trainee,
  };
}

async function findConfirmedClass(
  call: ClassCall & Pick<ConnectedCall<typeof yesParameters>, 'values'>,
  action: ClassAction,
  trainee = '',
) {
  const params = await findClass(call, call.values.class);
  const classText = printable(call.values.class);
  const question = call.t('cli.class.confirm', { action, named: classText, trainee: printable(trainee) });
  await confirm(call.context, question, call.values);
  return params;
}

async function updateNamedClass(call: ClassCall, body: api.BodyOf<typeof api.updateClass>) {
  return call.connection.call(api.updateClass, { params: await findClass(call, call.values.class), body });
}

export const classCommands = {
  progress: runCommand({
    parameters: {
      '[class]': 'cli.class.progress.class',
      '--trainee <name>': { text: 'cli.class.progress.trainee', conflicts: ['csv'] },
      '--csv': 'cli.class.progress.csv',
    },
    run: async (call) => {
      const { t, values, context, report, hint } = call;
      const { class: className, trainee, csv, json } = values;
      if (csv && json) throw wrongUsage(t('cli.class.progress.csv_and_json'));
      const connection = await call.connect();
      const params = await findClass({ t, connection, context }, className);
      if (trainee !== undefined) {
        const { data } = await connection.call(api.getTrainee, {
          params: { ...params, short_name: trainee },
        });
        report(data, (style) => [
          ...traineeLines(data, style, context.now()),
          ...nextLines(data, style, context.program),
          ...noteLines(data, style, context.now()),
        ]);
        return;
      }
      if (csv) {
        const answer = await connection.send(api.getClassProgress, {
          params,
          headers: { accept: 'text/csv' },
        });
        if (!answer.ok) throw await errorFromResponse(answer);
        context.stdout.write(await answer.text());
        return;
      }
      const { data } = await connection.call(api.getClassProgress, { params });
      report(data, (style) => classProgressLines(data, style, context.now()));
      if (data.trainees.length === 0)
        hint(
          t('cli.class.progress.no_trainees', {
            program: context.program,
            join_code: printable(data.join_code),
          }),
        );
    },
  }),

  create: requestCommand({
    parameters: { '<title>': 'cli.class.create.title' },
    call: ({ connection, values: { title } }) => connection.call(api.createClass, { body: { title } }),
    lines: classLines,
    next: ({ join_code }, { t, context: { program } }) =>
      t('cli.class.create.how_to_join', { program, join_code }),
  }),

  list: viewCommand(api.classView, {
    parameters: { '--archived': 'cli.class.list.archived' },
    call: async ({ connection, values, hint, t, context: { program } }) => {
      const list = await connection.call(api.listClasses, {
        query: { ...(values.archived && { archived: 'only' }), ...pageQuery(values) },
      });
      if (list.data.length > 0) return list;
      const membership = await connection.send(api.getClass, {});
      if (membership.ok) {
        const { data } = (await membership.json()) as { data: DataOf<typeof api.getClass> };
        hint(t('cli.class.list.member', { title: printable(data.title), program }));
      }
      return list;
    },
  }),

  join: requestCommand({
    parameters: { '<code>': 'cli.class.join.code', ...passwordParameters },
    call: async ({ connection, values }) =>
      (await connection.logIn(values)).call(api.joinClass, { body: { class_code: values.code } }),
    lines: ({ title }, style) => [style.t('cli.class.join.class', { title: style.bold(printable(title)) })],
    next: (_class, { context: { program } }) => `${program} progress`,
  }),

  leave: requestCommand({
    parameters: passwordParameters,
    call: async ({ connection, values }) => (await connection.logIn(values)).call(api.leaveClass),
    lines: ({ class_id }, { t }) => [t('cli.class.leave.left', { class_id: printable(class_id) })],
  }),

  note: requestCommand({
    parameters: { ...classParameters, '<trainee>': 'cli.class.trainee', '<text>': 'cli.class.note.text' },
    call: async (call) => {
      const { class: className, trainee, text } = call.values;
      const params = { ...(await findClass(call, className)), short_name: trainee };
      return call.connection.call(api.sendNote, { params, body: { text } });
    },
    lines: (note, style, nowMs) => noteLines({ notes: [note] }, style, nowMs),
  }),

  answer: requestCommand({
    parameters: { '<text>': 'cli.class.note.text' },
    call: ({ connection, values: { text } }) => connection.call(api.answerNote, { body: { text } }),
    lines: (note, style, nowMs) => noteLines({ notes: [note] }, style, nowMs),
  }),

  rename: requestCommand({
    parameters: { ...classParameters, '<title>': 'cli.class.rename.title' },
    call: (call) => updateNamedClass(call, { title: call.values.title }),
    lines: classLines,
  }),

  close: requestCommand({
    parameters: { ...classParameters, ...yesParameters },
    call: async (call) => {
      const params = await findConfirmedClass(call, 'close');
      return call.connection.call(api.updateClass, { params, body: { closed: true } });
    },
    lines: classLines,
  }),

  reopen: requestCommand({
    parameters: classParameters,
    call: (call) => updateNamedClass(call, { closed: false }),
    lines: classLines,
  }),

  archive: requestCommand({
    parameters: { ...classParameters, ...yesParameters },
    call: async (call) => {
      const params = await findConfirmedClass(call, 'archive');
      return call.connection.call(api.updateClass, { params, body: { archived: true } });
    },
    lines: classLines,
  }),

  tools: requestCommand({
    parameters: { ...classParameters, '<count>': { text: 'cli.class.tools.count', parse: parseYesNo } },
    call: (call) => updateNamedClass(call, { tools_count: call.values.count }),
    lines: classLines,
  }),

  practices: requestCommand({
    parameters: { ...classParameters, '<practice...>': 'cli.class.practices.practice' },
    call: (call) => {
      const { practice } = call.values;
      return updateNamedClass(call, { practice_ids: isKeyword(practice, 'all') ? [] : [...practice] });
    },
    lines: classLines,
  }),

  due: requestCommand({
    parameters: { ...classParameters, '<date>': 'cli.class.due.date' },
    call: (call) => {
      const { date } = call.values;
      return updateNamedClass(call, { due_at: isKeyword([date], 'none') ? '' : date });
    },
    lines: classLines,
  }),

  'new-code': requestCommand({
    parameters: { ...classParameters, ...yesParameters },
    call: async (call) =>
      call.connection.call(api.renewJoinCode, { params: await findConfirmedClass(call, 'new_code') }),
    lines: classLines,
  }),

  mark: requestCommand({
    parameters: { ...classParameters, '<mark>': 'cli.class.mark.mark' },
    call: (call) =>
      updateNamedClass(call, { mark: isKeyword([call.values.mark], 'none') ? '' : call.values.mark }),
    lines: classLines,
  }),

  certificate: requestCommand({
    parameters: {
      ...classParameters,
      '<trainee>': 'cli.class.trainee',
      '<name>': 'cli.class.certificate.name',
    },
    call: async (call) => {
      const { class: className, trainee, name } = call.values;
      const params = { ...(await findClass(call, className)), short_name: trainee };
      return call.connection.call(api.issueCertificate, { params, body: { full_name: name } });
    },
    lines: ({ full_name, url }) => [`${printable(full_name)}  ${printable(url)}`],
  }),

  revoke: requestCommand({
    parameters: { '<code>': 'cli.class.revoke.code', ...yesParameters },
    call: async ({ connection, context, values, t }) => {
      const { code } = values;
      await confirm(context, t('cli.class.revoke.confirm', { code: printable(code) }), values);
      return connection.call(api.revokeCertificate, { params: { code } });
    },
    lines: ({ code }, { t }) => [t('cli.class.revoke.revoked', { code: printable(code) })],
  }),

  remove: requestCommand({
    parameters: { ...traineeParameters, '--keep-certificate': 'cli.class.remove.keep_certificate' },
    call: async (call) =>
      (await call.connection.logIn(call.values)).call(api.removeTrainee, {
        params: await findConfirmedTrainee(call, 'remove'),
        query: call.values.keepCertificate ? { keep_certificate: 'true' } : {},
      }),
    lines: ({ short_name }, { t }) => [
      t('cli.class.remove.out_class', { short_name: printable(short_name) }),
    ],
  }),

  move: requestCommand({
    parameters: {
      ...classParameters,
      '<trainee>': 'cli.class.trainee',
      '<to>': 'cli.class.move.to',
      ...passwordParameters,
    },
    call: async (call) => {
      const { connection, values } = call;
      const params = { ...(await findClass(call, values.class)), short_name: values.trainee };
      const { class_id: to_class_id } = await findClass(call, values.to);
      return (await connection.logIn(values)).call(api.moveTrainee, { params, body: { to_class_id } });
    },
    lines: ({ short_name, title }, { t }) => [
      t('cli.class.move.moved', { short_name: printable(short_name), title: printable(title) }),
    ],
  }),

  'reset-password': requestCommand({
    parameters: traineeParameters,
    call: async (call) =>
      (await call.connection.logIn(call.values)).call(api.resetTraineePassword, {
        params: await findConfirmedTrainee(call, 'reset'),
      }),
    lines: ({ short_name, password, expires_at }, { t }) => [
      t('cli.class.reset-password.temporary_password', {
        short_name: printable(short_name),
        password: printable(password),
        expires_at: momentText(printable(expires_at)),
      }),
    ],
  }),
};

/**
 * Finds a class by its id or title; without both, returns the only class of the account.
 * @throws CommandError if no class or more than one matches
 */
async function findClass(
  { t, connection, context: { program } }: Pick<ConnectedCall, 't' | 'connection' | 'context'>,
  idOrTitle?: string,
): Promise<{ readonly class_id: string }> {
  if (idOrTitle !== undefined && /^cls_[0-9a-f]{16}$/.test(idOrTitle)) return { class_id: idOrTitle };
  const archivedFilter = idOrTitle === undefined ? undefined : { archived: 'all' };
  const classes = await fetchAllPages((query) =>
    connection.call(api.listClasses, { query: { ...query, ...archivedFilter } }),
  );
  const [match, secondMatch] =
    idOrTitle === undefined ? classes : classes.filter(({ title }) => title === idOrTitle);
  if (secondMatch)
    throw wrongUsage(
      idOrTitle === undefined
        ? t('cli.class.several_classes', { program })
        : t('cli.class.ambiguous_title', { named: printable(idOrTitle), program }),
    );
  if (match) return { class_id: match.class_id };
  throw refusal(
    idOrTitle === undefined
      ? t('cli.class.none', { program })
      : t('cli.class.unknown', { named: printable(idOrTitle), program }),
  );
}

function isKeyword(words: readonly string[], word: string): boolean {
  return words.length === 1 && words[0]?.toLowerCase() === word;
}

type ClassProgressData = DataOf<typeof api.getClassProgress>;

function classLines(trainingClass: DataOf<typeof api.createClass>, style: Style, nowMs: number): string[] {
  return factLines(api.classView, trainingClass, style, nowMs);
}

/** Maximum characters of a cause in a row; `--trainee` shows all of it. */
const CAUSE_LIMIT = 100;

function classProgressLines(
  { title, join_code, closed_at, due_at, trainees }: ClassProgressData,
  style: Style,
  nowMs: number,
): string[] {
  const { t } = style;
  const texts = viewTexts(t.lang);
  const traineeCount = t('cli.class.trainees', { count: trainees.length });
  return [
    `${printable(title)}  ${style.dim(t('cli.class.join_code_and_trainees', { join_code: printable(join_code), closed: String(closed_at !== null), count: traineeCount }))}`,
    ...(!due_at ? [] : [`  ${dueText(t, due_at, nowMs)}`]),
    ...alignColumns([
      ...(trainees.length === 0 ? [] : [columnNames.map((head) => style.dim(t(`cli.class.heads.${head}`)))]),
      ...trainees.map((trainee) => [
        printable(trainee.short_name, 64),
        t('cli.class.completed_of_total', { completed: api.certifiedCountOf(trainee), total: trainee.total }),
        trainee.half.length === 0 ? '' : String(trainee.half.length),
        trainee.stuck_on === null ? style.green(t('cli.class.all_done')) : practiceTitle(t, trainee.stuck_on),
        sinceText(trainee, texts, style, nowMs),
        trainee.asked_at === null ? '' : style.yellow(agoText(t, trainee.asked_at, nowMs)),
        style.red(printable(api.troubleText(trainee, texts) ?? '', CAUSE_LIMIT)),
      ]),
    ]).map((line) => `  ${line}`),
  ];
}

function sinceText(
  { completed, stuck_since: since }: ClassProgressData['trainees'][number],
  texts: Texts,
  style: Style,
  nowMs: number,
): string {
  if (completed === 0) return texts('word.trouble.not_started');
  return since === null ? '' : style.dim(agoText(style.t, since, nowMs));
}

const columnNames = [
  'trainee',
  'done',
  'done_with_tool',
  'stuck_on',
  'stuck_since',
  'asked_at',
  'cause',
] as const;

function traineeLines(state: DataOf<typeof api.getTrainee>, style: Style, nowMs: number): string[] {
  return [
    ...factLines({ noun: 'trainee', facts: api.traineeFacts }, state, style, nowMs),
    '',
    ...progressLines(state, style, nowMs),
  ];
}
