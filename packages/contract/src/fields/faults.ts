import { type Message, message, type ParamsOf } from '@svc-simulator/texts/message.ts';
import type * as z from 'zod';
import type { Fault, Refusal } from '../problem.ts';

type FaultCode = Fault['code'];

/** What is wrong at a place. Its words read after the field's name: `must be a text, not a number`. */
export function faultAt<Code extends FaultCode>(
  pointer: string,
  code: Code,
  ...params: ParamsOf<Code>
): Fault {
  return { pointer, ...message(code, ...params) };
}

/** 400 with one fault, which the detail says after the field's name. */
export function wrongField({ pointer, ...fault }: Fault): Refusal {
  return {
    status: 400,
    title: 'problem.title.invalid',
    ...message('problem.invalid.field', { field: pointer.slice(1), fault }),
    errors: [{ pointer, ...fault }],
  };
}

/** What is wrong as a schema says it: the message of an issue, which `faultsOf` reads. */
export function issue<Code extends FaultCode>(code: Code, ...params: ParamsOf<Code>): string {
  return JSON.stringify(message(code, ...params));
}

/** More than anybody reads; the words of a body with nothing else in it would take seconds. */
const FAULTS_MAX = 1000;

/** Every fault of a failed validation, in the order of the schema (contract section 1); of thousands the first. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues
    .slice(0, FAULTS_MAX)
    .map(({ message: said, path }) => ({ pointer: pointerOf(path), ...saidIn(said) }));
}

function saidIn(said: string): Message<FaultCode> {
  return said.startsWith('{"code":') ? JSON.parse(said) : message('fault.invalid');
}

/** JSON Pointer (RFC 6901) of a path: `['items', 1, 'a/b']` is `/items/1/a~1b`; the empty path is the whole body. */
export function pointerOf(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of path) pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

/** The path of a pointer; list indexes stay texts. */
export function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What was given where something else was wanted: `a text`; undefined where there is no name for it. */
export function kindOf(input: unknown): string | Message | undefined {
  if (input === null) return 'null';
  if (Array.isArray(input)) return message('fault.wanted.list');
  switch (typeof input) {
    case 'string':
      return message('fault.wanted.text');
    case 'number':
      return message('fault.wanted.number');
    case 'boolean':
      return input ? 'true' : 'false';
    case 'object':
      return message('fault.wanted.object');
    default:
      return undefined;
  }
}
