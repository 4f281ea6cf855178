import type { Message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';

/** One fault of a request; `pointer` is a JSON Pointer (RFC 6901) into the body. */
export interface Fault extends Message<KeyOf<'fault' | 'problem'>> {
  readonly pointer: string;
}

/**
 * Reason why a call is refused; the message is its `detail`. The server converts it to a problem (RFC 9457).
 */
export interface Refusal extends Message<KeyOf<'problem'>> {
  readonly status: number;
  readonly title: KeyOf<'problem.title'>;
  readonly errors?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Refused<R = Refusal> {
  readonly ok: false;
  readonly refusal: R;
}

export type Outcome<T, R = Refusal> = { readonly ok: true; readonly value: T } | Refused<R>;

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<const R extends Refusal | Message | string>(refusal: R): Refused<R> {
  return { ok: false, refusal };
}
