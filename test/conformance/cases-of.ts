import type { Operation } from '@svc-simulator/contract';
import type { Call, Case, NeedStep, Step } from './case.ts';
import { credentialOf } from './request.ts';
import { operationOf } from './steps.ts';

export const alone: NeedStep = { needs: 'alone' };
export const local: NeedStep = { needs: 'local' };

type Steps = readonly (Step | readonly Step[])[];

/**
 * Returns the cases of an operation by what they judge: a sentence of the specification after its section, or
 * the id of an entry of `/fidelidad`. Several cases of one subject have names.
 */
export function casesOf(
  operation: string,
  stepsByRule: Readonly<Record<string, Steps | Readonly<Record<string, Steps>>>>,
): Case[] {
  return Object.entries(stepsByRule).flatMap(([judges, group]) => {
    const stepsByName: Readonly<Record<string, Steps>> = isSteps(group) ? { [nameOf(judges)]: group } : group;
    return Object.entries(stepsByName).map(([name, steps]) => caseOf(operation, name, judges, steps.flat()));
  });
}

/**
 * Returns the name of the subject that one case judges: `foreign-404` of `conventions.foreign-404`, `note-1`
 * of `operations.sendProbe.note-1`.
 */
function nameOf(judges: string): string {
  const [chapter, entry = '', note = 'answers'] = judges.split('.');
  return chapter === 'operations' ? note : entry;
}

function isSteps(group: Steps | Readonly<Record<string, Steps>>): group is Steps {
  return Array.isArray(group);
}

export function caseOf(operation: string, name: string, judges: string, steps: readonly Step[]): Case {
  const id = `${operation}.${name}`;
  return { id, operation, judges, needs: needsOf(steps), safe: isSafe(steps), steps };
}

/** Returns cases by name, one for every entry of a table. */
export function each<T>(
  entries: readonly T[],
  entryOf: (entry: T) => readonly [name: string | number, ...steps: Steps],
): Record<string, Steps> {
  return Object.fromEntries(entries.map((entry) => entryOf(entry)).map(([name, ...steps]) => [name, steps]));
}

/** Operations that change the account itself, or objects that they didn't create. */
const unsafe = new Set(
  `registerConsoleAccount registerAccount registerMerchant loginConsole resetAccount setClock resetClock advanceClock setChaos
   clearChaos setScript clearScript loadSnapshot revokeToken changePassword deleteAccount replaceWebhookSecret updateSettings
   createClass updateClass renewJoinCode removeTrainee resetTraineePassword joinClass leaveClass moveTrainee sendNote answerNote
   issueCertificate revokeCertificate    createConsoleMerchant`.split(/\s+/),
);

/** Returns the requests of a case. */
export function callsIn(steps: readonly Step[]): readonly Call[] {
  return steps.flatMap((step) => ('call' in step ? step : 'atOnce' in step ? step.atOnce : []));
}

/** Returns true if a case changes nothing that others have. A refused call changes nothing. */
function isSafe(steps: readonly Step[]): boolean {
  return callsIn(steps).every(({ call: id, want }) => want.status >= 400 || !unsafe.has(id));
}

const always = ['unique', 'uuid', 'future', 'orderId', 'serialNumber', 'case', 'receiver', 'unknown'];

/** Returns the needs of a case in the order of its steps. */
function needsOf(steps: readonly Step[]): readonly string[] {
  const needs = new Set<string>();
  const there = new Set(always);
  const want = (...names: readonly (string | null)[]) => {
    for (const name of names) if (name !== null && !there.has(name)) needs.add(name);
  };
  for (const [at, step] of steps.entries()) {
    const calls = callsIn([step]);
    for (const one of calls) {
      const operation = operationOf(one.call);
      const { want: _, keep, ...sent } = one;
      want(credentialOf(one, operation), ...namesIn({ ...sent, path: one.path ?? pathOf(operation, one) }));
      if (/^\/pay\//.test(operation.path)) needs.add('page');
      if (operation.path.startsWith('/control/clock')) needs.add('alone');
    }
    for (const { keep = {} } of calls) for (const name of Object.keys(keep)) there.add(name);
    if ('webhook' in step) {
      want('webhookSecret');
      for (const name of Object.keys(step.keep ?? {})) there.add(name);
    }
    if ('needs' in step) needs.add(step.needs);
    if ('relay' in step) needs.add('relay');
    // Without a clock, a case can only wait longer for a webhook.
    const next = steps[at + 1];
    if ('laterMs' in step && !(next && 'webhook' in next)) needs.add('alone').add('clock');
  }
  return [...needs];
}

/** Returns the path's parameter names without a given value. */
function pathOf({ path }: Operation, { params = {} }: Call): string {
  return path.replace(/\{(\w+)\}/g, (name, key: string) =>
    key in params ? '' : name === '{id}' ? '{session_id}' : name,
  );
}

function namesIn(body: unknown): readonly string[] {
  return [...JSON.stringify(body).matchAll(/\{([\w.]+)\}/g)].map(([, name = '']) => name);
}
