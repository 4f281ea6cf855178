import { type Message, message, type ParamsOf } from '@svc-simulator/texts/message.ts';
import type * as z from 'zod';
import type { Fault, Refusal } from '../problem.ts';

type FaultCode = Fault['code'];

/**
 * Creates a fault. Its text continues a sentence that begins with the name of the field: `must be a string,
 * not a number`.
 */
export function faultAt<Code extends FaultCode>(
  pointer: string,
  code: Code,
  ...params: ParamsOf<Code>
): Fault {
  return { pointer, ...message(code, ...params) };
}

export function wrongField({ pointer, ...fault }: Fault): Refusal {
  return {
    status: 400,
    title: 'problem.title.invalid',
    ...message('problem.invalid.field', { field: pointer.slice(1), fault }),
    errors: [{ pointer, ...fault }],
  };
}

/** Encodes a fault as the message of a zod issue, which `faultsOf` decodes. */
export function encodeFault<Code extends FaultCode>(code: Code, ...params: ParamsOf<Code>): string {
  return JSON.stringify(message(code, ...params));
}

/** Maximum faults in a response, because translating thousands takes seconds. */
const FAULTS_MAX = 1000;

/**
 * Returns the faults of a failed validation in the order of the schema, at most `FAULTS_MAX` (contract
 * section 1).
 */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues
    .slice(0, FAULTS_MAX)
    .map(({ message: encoded, path }) => ({ pointer: toPointer(path), ...decodeIssue(encoded) }));
}

function decodeIssue(text: string): Message<FaultCode> {
  return text.startsWith('{"code":') ? JSON.parse(text) : message('fault.invalid');
}

/** Returns the JSON Pointer (RFC 6901) of a path: `['items', 1, 'a/b']` becomes `/items/1/a~1b`. */
export function toPointer(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of path) pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Names the type of a rejected value for `must be …, not …`: for example `a string`, or the value itself for
 * null, true and false.
 */
export function typeNameOf(input: unknown): string | Message | undefined {
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
