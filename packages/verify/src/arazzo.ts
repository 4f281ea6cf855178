import { isObject, mapValues, membersOf } from '@svc-simulator/contract';
import type { Call, Case } from './case.ts';
import { operationOf } from './contract-answers.ts';

/** Callers whose credential is a bearer token, and its input. */
const tokens = { api: 'token', console: 'consoleToken' } as const;

/** What has to be said before a run, as the environment of `sim env` has it. */
const inputs = ['token', 'consoleToken', 'agreement', 'unique', 'uuid', 'future'];

/** Cases that everybody can run who has an account: requests and answers alone, nothing but what they make. */
function isFlow({ axis, generated, safe, steps }: Case): boolean {
  return axis === 'driven' && !generated && safe && steps.every((step) => 'call' in step && isPlain(step));
}

function isPlain({ call, as, path, method, text, form, signing, want, headers, params = {} }: Call): boolean {
  const { auth, media } = operationOf(call);
  const isBearer = auth === 'none' || auth === 'api' || auth === 'console';
  const isSpecial = as ?? path ?? method ?? text ?? form ?? signing ?? headers;
  const named = JSON.stringify(params);
  return (
    isBearer &&
    media === undefined &&
    isSpecial === undefined &&
    want.status < 400 &&
    !named.includes('{account}')
  );
}

/** The flows of the suite as an Arazzo document, for runners such as Redocly Respect; `openapi.json` is beside it. */
export function arazzoDocument(cases: readonly Case[]): object {
  return {
    arazzo: '1.0.1',
    info: { title: 'Flows of the merchant payments service', version: '1.0.0' },
    sourceDescriptions: [{ name: 'service', url: 'openapi.json', type: 'openapi' }],
    workflows: cases.filter(isFlow).map(workflowOf),
  };
}

function workflowOf({ id, judges, steps }: Case): object {
  const workflowId = id.replace(/\W/g, '-');
  const kept = new Map(inputs.map((name) => [name, `$inputs.${name}`]));
  return {
    workflowId,
    summary: judges,
    inputs: {
      type: 'object',
      properties: Object.fromEntries(inputs.map((name) => [name, { type: 'string' }])),
    },
    steps: steps.flatMap((step, at) => ('call' in step ? stepOf(step, `${workflowId}-${at + 1}`, kept) : [])),
  };
}

function stepOf(
  { call, params = {}, query = {}, body, want, keep }: Call,
  stepId: string,
  kept: Map<string, string>,
) {
  const { auth, path } = operationOf(call);
  const said = (value: unknown) => expressed(value, kept);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    value: said(params[name] ?? `{${name}}`),
  }));
  const token = auth === 'api' || auth === 'console' ? tokens[auth] : null;
  const parameters = [
    ...(token === null ? [] : [{ name: 'authorization', in: 'header', value: `Bearer {$inputs.${token}}` }]),
    ...inPath,
    ...Object.entries(query).map(([name, value]) => ({ name, in: 'query', value: said(value) })),
  ];
  const step = {
    stepId,
    operationId: call,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { contentType: 'application/json', payload: said(body) } }),
    successCriteria: [
      { condition: `$statusCode == ${want.status}` },
      ...literalsIn(want.data).map(([pointer, value]) => ({
        condition: `$response.body#/data${pointer} == ${typeof value === 'string' ? `'${value}'` : value}`,
      })),
    ],
    ...(keep && { outputs: mapValues(keep, (pointer) => `$response.body#${pointer}`) }),
  };
  for (const name of Object.keys(keep ?? {})) kept.set(name, `$steps.${stepId}.outputs.${name}`);
  return step;
}

/** A value with `{name}` as Arazzo writes it. */
function expressed(value: unknown, kept: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => expressed(item, kept));
  if (isObject(value)) return mapValues(value, (member) => expressed(member, kept));
  if (typeof value !== 'string') return value;
  const whole = kept.get(/^\{([\w.]+)\}$/.exec(value)?.[1] ?? '');
  return (
    whole ??
    value.replace(/\{([\w.]+)\}/g, (name, key: string) => (kept.has(key) ? `{${kept.get(key)}}` : name))
  );
}

/** Texts and numbers that an answer has to have, by their pointers; what depends on other steps is left out. */
function literalsIn(pattern: unknown, pointer = ''): readonly (readonly [string, string | number])[] {
  if (typeof pattern === 'number' || (typeof pattern === 'string' && !/[{']/.test(pattern)))
    return [[pointer, pattern]];
  if (!isObject(pattern) || '$' in pattern) return [];
  return Object.entries(membersOf(pattern)).flatMap(([name, member]) =>
    literalsIn(member, `${pointer}/${name}`),
  );
}
