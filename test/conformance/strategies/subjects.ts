import { isObject, type Operation, operations } from '@svc-simulator/contract';
import { bases, casesOf, terminal, transaction } from '../builders.ts';
import type { Call, Case, Step, Want } from '../case.ts';
import type { Schema } from '../comparator.ts';
import { declaredBody, resolved } from '../contract-answers.ts';

/** A field of an operation's body. */
export interface Field {
  readonly operation: Operation;
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly required: boolean;
}

/** Bodies that are files of ours: their form is no promise to programs. */
const left = new Set(['loadSnapshot']);

/** Operations whose body is validated, each with a body that is valid. */
export const bodied = operations.filter(
  ({ body, example, id }) => body && isObject(example) && !left.has(id),
);

/** Every field of every body, those of inner objects and of the first item of lists among them. */
export function fields(): readonly Field[] {
  return bodied.flatMap((operation) => {
    const schema = declaredBody(operation);
    return schema ? fieldsIn(operation, schema, []) : [];
  });
}

function fieldsIn(operation: Operation, referring: Schema, path: Field['path']): readonly Field[] {
  const { properties = {}, required = [], items } = resolved(referring);
  const own = Object.entries(properties).flatMap(([name, inner]) => {
    const at = [...path, name];
    const schema = resolved(inner);
    // A former name is known only to be refused.
    if (Object.keys(schema).length === 0 || 'deprecated' in schema) return [];
    return [
      { operation, path: at, schema, required: required.includes(name) },
      ...fieldsIn(operation, schema, at),
    ];
  });
  return items ? [...own, ...fieldsIn(operation, items, [...path, 0])] : own;
}

/** A body with one of its fields changed, and whether all that leads to the field is there. */
export function changed(body: unknown, [name, ...rest]: Field['path'], value: unknown): unknown {
  if (name === undefined) return value;
  if (typeof name === 'number') {
    const list = Array.isArray(body) ? body : [];
    return [changed(list[0], rest, value), ...list.slice(1)];
  }
  const members = isObject(body) ? body : {};
  return { ...members, [name]: changed(members[name], rest, value) };
}

/** Whether a body has what a field is in, so that changing the field changes nothing else. */
export function reaches(body: unknown, path: Field['path']): boolean {
  let inner = body;
  for (const name of path.slice(0, -1)) {
    if (typeof inner !== 'object' || inner === null) return false;
    inner = Reflect.get(inner, name);
  }
  return typeof inner === 'object' && inner !== null;
}

/** What has to be there before a valid request of the operation succeeds; operations that are not here are only refused. */
const before: Readonly<Record<string, readonly Step[]>> = {
  createAgreement: [],
  createPartner: [],
  createButtonSession: [],
  createRequestSession: [],
  createTransaction: [],
  commitTransaction: [...terminal, transaction()],
  createSettlement: terminal,
};

export function succeeds({ id }: Operation): boolean {
  return id in before;
}

/** The steps that send a changed valid body, and expect that it is taken. */
export function taken(
  field: Pick<Field, 'operation' | 'path'>,
  value: unknown,
  want: Partial<Want> = {},
): Step[] {
  const { id, status } = field.operation;
  const body = changed(bases[id], field.path, value);
  const params = { serialNumber: '{serial}', orderId: '{order}' };
  return [...(before[id] ?? []), { call: id, params, body, want: { status, ...want } }];
}

/** A call with a changed body that is refused for that field; nothing has to be there for it but the credential. */
export function refused(field: Field, value: unknown): Step[] {
  const { operation, path } = field;
  const signed = operation.auth === 'terminal';
  const body = changed(operation.example, path, value);
  const call: Call = {
    call: operation.id,
    params: placesOf(operation),
    body,
    want: { status: 400, pointsAt: pointer(path) },
  };
  return signed ? [...terminal, call] : [call];
}

/** Path parameters of something that need not be there. */
export function placesOf({ path }: Operation): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const known: Readonly<Record<string, string>> = {
    merchantId: '{merchantId}',
    serialNumber: '{serial}',
    account_id: '{account}',
    receiver: 'captura',
  };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? '{uuid}']));
}

export function pointer(path: Field['path']): string {
  return path.map((name) => `/${name}`).join('');
}

/** A case that a strategy has made. */
export function generated(operation: Operation, strategy: string, [what, axis, judges, steps]: Made): Case {
  const [one] = casesOf(operation.id, [[axis, `${strategy}.${what}`, judges, ...steps]]);
  if (!one) throw new TypeError('a row is a case');
  return { ...one, generated: true };
}

/** Cases of values that a field refuses, one at a time, by what their ids end with. */
export function refusals(field: Field, strategy: string, judges: string, values: Values): Case[] {
  return Object.entries(values).map(([end, value]) =>
    generated(field.operation, strategy, [
      pointer(field.path) + end,
      'negative',
      judges,
      refused(field, value),
    ]),
  );
}

/** Cases of values that it takes. */
export function acceptances(field: Field, strategy: string, judges: string, values: Values): Case[] {
  return Object.entries(values).map(([end, value]) =>
    generated(field.operation, strategy, [
      pointer(field.path) + end,
      'behaviour',
      judges,
      taken(field, value),
    ]),
  );
}

type Values = Readonly<Record<string, unknown>>;

/** Values by their names after a point. */
export function byName(values: readonly unknown[], before = ''): Values {
  return Object.fromEntries(values.map((value) => [`.${before}${nameOf(value)}`, value]));
}

/** What of the operation, on which axis, what it judges, and how. */
export type Made = readonly [what: string, axis: Case['axis'], judges: string, steps: readonly Step[]];

export const FAULTS = 'Errors: Validation failures list entries in `errors` with a `pointer`';

/** A short name of a value, for ids. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return `list-${value.length}`;
  if (isObject(value)) return 'object';
  const text = String(value);
  return text.length > 24
    ? `${typeof value}-${text.length}`
    : text === ''
      ? 'empty'
      : text.replace(/[^\w.-]+/g, '_');
}
