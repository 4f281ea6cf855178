import {
  isObject,
  lazy,
  membersOf,
  type Operation,
  openApiDocument,
  operations,
} from '@svc-simulator/contract';
import type { Definitions, Schema } from './comparator.ts';

const document = lazy(() => openApiDocument({ serverUrl: 'http://simulator.invalid', version: '0' }));

/** The schemas that those of answers refer to. */
export const definitions = lazy((): Definitions => schemasIn(membersOf(document().components).schemas));

const byId = lazy(() => new Map(operations.map((operation) => [operation.id, operation])));

/** @throws TypeError for an operation that there is not, which is a mistake in a case. */
export function operationOf(id: string): Operation {
  const operation = byId().get(id);
  if (!operation) throw new TypeError(`a case calls ${id}, which is no operation`);
  return operation;
}

/** What the contract declares of the body of an answer; undefined where it declares no JSON. */
export function declaredAnswer({ method, path }: Operation, status: number): Schema | undefined {
  const answers = at(document().paths, path, method.toLowerCase(), 'responses', String(status), 'content');
  const media = membersOf(answers)['application/json'] ?? membersOf(answers)['application/problem+json'];
  return schemaIn(membersOf(media).schema);
}

/** The schema of an operation's JSON body, with what it refers to in place. */
export function declaredBody({ method, path }: Operation): Schema | undefined {
  const content = at(
    document().paths,
    path,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
  );
  return schemaIn(membersOf(content).schema);
}

/** The declared query parameters of an operation. */
export function declaredQuery({ method, path }: Operation): Readonly<Record<string, Schema>> {
  const { parameters } = membersOf(at(document().paths, path, method.toLowerCase()));
  const all = Array.isArray(parameters) ? parameters.map(membersOf) : [];
  const own = all.filter((parameter) => parameter.in === 'query');
  return schemasIn(Object.fromEntries(own.map(({ name, schema }) => [String(name), schema])));
}

/** A schema itself, where it is a reference. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return (name !== undefined && definitions()[name]) || schema;
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((inner, name) => membersOf(inner)[name], value);
}

function schemasIn(value: unknown): Definitions {
  return Object.fromEntries(
    Object.entries(membersOf(value)).flatMap(([name, schema]) => {
      const own = schemaIn(schema);
      return own ? [[name, own]] : [];
    }),
  );
}

function schemaIn(value: unknown): Schema | undefined {
  return isObject(value) ? value : undefined;
}
