import type { TraceType } from '@svc-simulator/contract';
import type { WireWords } from '../parts/wire-words.ts';
import type { EventData } from './event-line-data.ts';

export type EventTexts = Readonly<Record<TraceType, (data: EventData, forms: EventForms) => EventWords>>;

/** What an event says: what happened, and what makes this one different from others of its type. */
export type EventWords = readonly [title: string, detail?: string | undefined];

/** How a language writes what events hold. */
export interface EventForms {
  readonly words: WireWords;
  /** An amount of the reference currency, or of VES when it has no currency; empty when there is none. */
  readonly money: (amount: number | undefined, currency?: string) => string;
  readonly duration: (ms: number | undefined) => string;
  /** Why the payment page refused a key. */
  readonly refusal: (reason: string | undefined) => string;
}
