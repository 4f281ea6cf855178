import type { Operation } from '@svc-simulator/contract';
import type { Call, Case, NeedStep, Step } from './case.ts';
import { credentialOf } from './request.ts';
import { operationOf } from './steps.ts';

export const alone: NeedStep = { needs: 'alone' };
export const local: NeedStep = { needs: 'local' };

type Steps = readonly (Step | readonly Step[])[];

/**
 * Returns the cases of an operation. The keys say what a case judges: `Section: sentence` of the
 * specification, or the id of an entry of `/fidelidad`. If a key has several cases, each has a name.
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
 * Returns a case's default name: `conventions.foreign-404` → `foreign-404`, `operations.x.note-1` → `note-1`.
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

/** Returns the steps of one case for each entry of a table, by the case's name. */
export function each<T>(
  entries: readonly T[],
  entryOf: (entry: T) => readonly [name: string | number, ...steps: Steps],
): Record<string, Steps> {
  return Object.fromEntries(entries.map((entry) => entryOf(entry)).map(([name, ...steps]) => [name, steps]));
}

/** Operations that change the account itself, or objects of other cases. */
const unsafe = new Set(
  `registerConsoleAccount registerAccount registerMerchant loginConsole resetAccount setClock resetClock advanceClock setChaos
   clearChaos setScript clearScript loadSnapshot revokeToken changePassword deleteAccount replaceWebhookSecret updateSettings
   createClass updateClass renewJoinCode removeTrainee resetTraineePassword joinClass leaveClass moveTrainee sendNote answerNote
   issueCertificate revokeCertificate    createConsoleMerchant`.split(/\s+/),
);

export function callsIn(steps: readonly Step[]): readonly Call[] {
  return steps.flatMap((step) => ('call' in step ? step : 'atOnce' in step ? step.atOnce : []));
}

/** Returns true if a case doesn't affect other cases. An unsafe call that must be refused has no effect. */
function isSafe(steps: readonly Step[]): boolean {
  return callsIn(steps).every(({ call: id, want }) => want.status >= 400 || !unsafe.has(id));
}

const always = ['unique', 'uuid', 'future', 'orderId', 'serialNumber', 'case', 'receiver', 'unknown'];

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
    // Waiting for a webhook needs no clock: the suite can wait in real time.
    const next = steps[at + 1];
    if ('laterMs' in step && !(next && 'webhook' in next)) needs.add('alone').add('clock');
  }
  return [...needs];
}

/** Returns the path with only the parameters that the call gives no value. */
function pathOf({ path }: Operation, { params = {} }: Call): string {
  return path.replace(/\{(\w+)\}/g, (name, key: string) =>
    key in params ? '' : name === '{id}' ? '{session_id}' : name,
  );
}

function namesIn(body: unknown): readonly string[] {
  return [...JSON.stringify(body).matchAll(/\{([\w.]+)\}/g)].map(([, name = '']) => name);
}
