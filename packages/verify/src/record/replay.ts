import { isObject, membersOf, pointerOf } from '@svc-simulator/contract';
import { bases } from '../builders.ts';
import type { Call, Case } from '../case.ts';
import { differencesOf } from '../comparator.ts';
import { declaredBody, definitions, operationOf } from '../contract-answers.ts';
import { type Link, type RecordedExchange, type Recording, TIMINGS, timings } from './recording.ts';
import type { Shape } from './shape.ts';

/** Why an exchange can't be sent again from its shape alone. */
export type Unrepeatable = 'credentials' | 'values' | 'limits';

export interface Replay {
  /** One for each exchange that differs from those before: what led to it, and its answer. */
  readonly cases: readonly Case[];
  readonly left: Readonly<Record<Unrepeatable, number>>;
}

/**
 * What was recorded as cases: requests of the same shape in the same order, with values of our own, and answers of the same
 * shape. `uuid` is for ids that the caller chooses. `name` tells recordings apart.
 */
export function replayOf({ exchanges, heading }: Recording, name: string, uuid: () => string): Replay {
  const left = { credentials: 0, values: 0, limits: 0 };
  const cases = new Map<string, Case>();
  for (const [at, exchange] of exchanges.entries()) {
    const why = unrepeatable(exchange);
    if (why) {
      left[why] += 1;
      continue;
    }
    const path = leadingTo(at, exchanges);
    const shape = JSON.stringify(path.map((step) => [path.indexOf(step), relative(exchanges[step], path)]));
    if (cases.has(shape)) continue;
    const steps = stepsOf(path, exchanges, uuid);
    const operation = operationOf(exchange.operation);
    cases.set(shape, {
      id: `${exchange.operation}.${name}-${at + 1}`,
      operation: exchange.operation,
      axis: 'behaviour',
      judges: `recorded ${heading.recorded}`,
      needs: operation.auth === 'merchant' || operation.auth === 'terminal' ? ['terminal'] : [],
      safe: operation.family !== 'control' && operation.family !== 'console',
      steps,
    });
  }
  return { cases: [...cases.values()], left };
}

/** Calls that hand out, take or end credentials: the runner has its own. */
const CREDENTIALS = /^(register|login|refresh|issue|change|exchange|delete|revoke|replace|createLoginLink)/;

function unrepeatable({
  operation,
  answer,
  request,
  credential,
}: RecordedExchange): Unrepeatable | undefined {
  if (CREDENTIALS.test(operation) || answer.status === 403) return 'credentials';
  if (answer.status === 401 && !credential) return undefined;
  if ([413, 415, 429].includes(answer.status)) return 'limits';
  // Refused for a value that the shape does not tell.
  const declared = declaredBody(operationOf(operation));
  const sent = request && sample(request, baseOf(operation));
  const isFine =
    !declared ||
    differencesOf({ status: 0, body: declared }, { status: 0, headers: {}, body: sent }, definitions())
      .length === 0;
  return answer.status === 400 && isFine ? 'values' : undefined;
}

/** The exchanges that one has to follow: where its values come from, and what happened before to the object in its path. */
function leadingTo(last: number, exchanges: readonly RecordedExchange[]): number[] {
  const wanted = new Set<number>();
  const add = (at: number): void => {
    const exchange = exchanges[at];
    if (!exchange || wanted.has(at)) return;
    wanted.add(at);
    const objects = pathSources(exchange);
    for (const { from } of exchange.links) add(from.exchange);
    for (let before = 0; before < at; before += 1) {
      const other = exchanges[before];
      if (
        other &&
        !unrepeatable(other) &&
        other.answer.status < 400 &&
        changes(other) &&
        pathSources(other).some((one) => objects.includes(one))
      )
        add(before);
    }
  };
  add(last);
  return [...wanted].sort((one, other) => one - other);
}

function changes({ operation }: RecordedExchange): boolean {
  return operationOf(operation).method !== 'GET';
}

function pathSources({ links }: RecordedExchange): string[] {
  return links.flatMap(({ part, from }) => (part === 'params' ? [JSON.stringify(from)] : []));
}

/** An exchange with its sources counted within the case, to know the same case again; how long it took does not matter. */
function relative(exchange: RecordedExchange | undefined, path: readonly number[]): unknown {
  if (!exchange) return null;
  const { links, answer, ...rest } = exchange;
  const own = links.map((link) => ({
    ...link,
    from: { ...link.from, exchange: path.indexOf(link.from.exchange) },
  }));
  return { ...rest, answer: { ...answer, timing: null }, links: own };
}

function stepsOf(
  path: readonly number[],
  exchanges: readonly RecordedExchange[],
  uuid: () => string,
): Call[] {
  const sent = new Map<number, Values>();
  return path.flatMap((at, step) => {
    const exchange = exchanges[at];
    if (!exchange) return [];
    const values = valuesOf(exchange, sent, uuid);
    sent.set(at, values);
    const isLast = step === path.length - 1;
    const keep = keptFor(at, path, exchanges);
    return [callOf(exchange, values, { isLast, keep })];
  });
}

interface Values {
  readonly params: Readonly<Record<string, string>>;
  readonly request: unknown;
}

/** Names by which the runner's account is known in a case, where a recording does not say where the value came from. */
const own: Readonly<Record<string, string>> = {
  merchantId: '{merchantId}',
  agreement_id: '{agreement}',
  webhook_url: '{receiver}',
};

function valuesOf(exchange: RecordedExchange, sent: ReadonlyMap<number, Values>, uuid: () => string): Values {
  const { operation, links, request } = exchange;
  const fresh: Record<string, string> = {};
  const chosen = (name: string) => {
    fresh[name] ??= /serial/i.test(name) ? `V-${uuid().slice(0, 13)}` : uuid();
    return own[name] ?? fresh[name];
  };
  const linked = (part: Link['part']) =>
    links
      .filter((link) => link.part === part)
      .flatMap((link): { at: Link['at']; value: unknown }[] => {
        const { exchange: origin, part: of, at } = link.from;
        if (of === 'answer') return [{ at: link.at, value: `{${keptName(link)}}` }];
        const before = sent.get(origin);
        return before
          ? [{ at: link.at, value: valueAt(of === 'params' ? before.params : before.request, at) }]
          : [];
      });
  const names = [...operationOf(operation).path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const given = Object.fromEntries(linked('params').map(({ at, value }) => [String(at[0]), String(value)]));
  const params = Object.fromEntries(names.map((name) => [name, given[name] ?? chosen(name)]));
  const body = request && sample(request, baseOf(operation), { ...params, ...ownIds(operation, uuid) });
  return {
    params,
    request: linked('request').reduce((inner, { at, value }) => withValue(inner, at, value), body),
  };
}

/** Ids that the caller chooses, of which each may be used once. */
function ownIds(operation: string, uuid: () => string): Record<string, string> {
  return operation === 'createTransaction' ? { orderId: uuid() } : {};
}

function callOf(
  { operation, media, query, answer, credential }: RecordedExchange,
  { params, request }: Values,
  { isLast, keep }: { readonly isLast: boolean; readonly keep: Readonly<Record<string, string>> },
): Call {
  const { auth } = operationOf(operation);
  const isRefused = answer.status === 401;
  const asked = membersOf(sample(query, {}));
  const within = timings.indexOf(answer.timing) < 2 ? TIMINGS.slow : undefined;
  return {
    call: operation,
    params,
    ...(Object.keys(asked).length > 0 && { query: textsOf(asked) }),
    ...(isRefused && auth !== 'none' && { as: credential ? 'unknown' : 'nobody' }),
    ...(media === 'form' && { form: textsOf(membersOf(request)) }),
    ...(media === 'json' && { body: request }),
    keep: operation === 'activateTerminal' ? { ...keep, secretKey: '/data/secret_key' } : keep,
    want: {
      status: answer.status,
      ...(isLast && {
        ...(answer.body && { body: { $: answer.body } }),
        headers: Object.fromEntries(answer.headers.filter(isStable).map((name) => [name, { $: {} }])),
        ...(within !== undefined && { withinMs: within }),
      }),
    },
  };
}

/** Headers that depend on the connection or on what stands between, and say nothing of the service. */
const TRANSPORT =
  /^(age|alt-svc|connection|content-encoding|content-length|date|keep-alive|server|transfer-encoding|vary|via|x-powered-by)$/;

function isStable(name: string): boolean {
  return !TRANSPORT.test(name);
}

/** What of an exchange's answer later ones of the case need. */
function keptFor(
  at: number,
  path: readonly number[],
  exchanges: readonly RecordedExchange[],
): Record<string, string> {
  const links = path.flatMap((later) => exchanges[later]?.links ?? []);
  const mine = links.filter(({ from }) => from.exchange === at && from.part === 'answer');
  return Object.fromEntries(mine.map((link) => [keptName(link), pointerOf(link.from.at)]));
}

function keptName({ from }: Link): string {
  return `recorded.${from.exchange}.${from.at.join('.')}`;
}

/** A value of a shape: that of a valid request where it is of the same type, else one of our own. */
function sample(shape: Shape, base: unknown, ids: Readonly<Record<string, string>> = {}, name = ''): unknown {
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return sample(shape.anyOf[0], base, ids, name);
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([member, inner]) => [
        member,
        sample(inner, membersOf(base)[member], ids, member),
      ]),
    );
  if (shape.type === 'array')
    return shape.items ? [sample(shape.items, Array.isArray(base) ? base[0] : base, ids, name)] : [];
  if (shape.type === 'null') return null;
  const known = ids[name] ?? ids[sameAs[name] ?? ''] ?? own[name] ?? base;
  // A base with a name in braces is a text by then.
  if (typeof known === shape.type && (shape.format !== undefined || known !== '')) return known;
  return shape.type === 'string' ? plain[shape.format ?? 'text'] : shape.type === 'number' ? 1 : true;
}

/** Fields that have to be what the path says. */
const sameAs: Readonly<Record<string, string>> = { serial: 'serialNumber', terminalSerial: 'serialNumber' };

const plain = {
  text: 'recorded',
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '{future}',
  uri: 'https://shop.example/recorded',
};

function baseOf(operation: string): unknown {
  const { example, rawBody } = operationOf(operation);
  return bases[operation] ?? example ?? rawBody?.example;
}

function valueAt(value: unknown, at: readonly (string | number)[]): unknown {
  return at.reduce((inner, step) => membersOf(inner)[step], value);
}

function withValue(whole: unknown, [step, ...rest]: Link['at'], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((item, at) => (at === step ? withValue(item, rest, value) : item));
  return isObject(whole) ? { ...whole, [step]: withValue(whole[step], rest, value) } : whole;
}

function textsOf(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
}
