import {
  createClass,
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
import { classOf } from '../../connection/which-class.ts';
import { type ConnectedCall, listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { classLines, classListLines } from '../../rendering/class-lines.ts';
import { plain } from '../../rendering/text.ts';
import { taking } from '../../takes.ts';
import { declare as progress } from './class-progress.ts';

const classTakes = taking({ '<class>': 'its id or its title' });
const traineeTakes = taking({
  ...classTakes,
  '<trainee>': 'the short name, as the board shows it',
  ...passwordTakes,
});

async function traineeOf({ connection, given, context }: ConnectedCall<typeof traineeTakes>) {
  return { ...(await classOf(connection, given.class, context.program)), short_name: given.trainee };
}

export const classCommands = {
  progress,

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
    call: async ({ connection, context: { program }, given: { class: named, title } }) =>
      connection
        .console()
        .call(updateClass, { params: await classOf(connection, named, program), body: { title } }),
    lines: classLines,
  }),

  close: plainCommand({
    takes: classTakes,
    call: async ({ connection, context: { program }, given: { class: named } }) =>
      connection
        .console()
        .call(updateClass, { params: await classOf(connection, named, program), body: { closed: true } }),
    lines: classLines,
  }),

  'new-code': plainCommand({
    takes: classTakes,
    call: async ({ connection, context: { program }, given: { class: named } }) =>
      connection.console().call(renewJoinCode, { params: await classOf(connection, named, program) }),
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
