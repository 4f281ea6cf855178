import type { NameIn, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { DataOf, Operation } from '../operation.ts';

/** Meaning of a color: success, waiting, failure, or none. The words also say it. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

export type Money = readonly [amount: number, currency: string];

export type Value = string | number | boolean | Money | null | undefined;

/**
 * Format of a value. `state`: a colored word; `instant`: date and time; `age`: time since; `clock`: time of
 * day; `duration`: milliseconds; `code`: verbatim; `id`: verbatim, but shortened in lists; `text`: user text
 * of any length.
 */
export type Kind =
  | 'text'
  | 'code'
  | 'id'
  | 'url'
  | 'state'
  | 'money'
  | 'count'
  | 'duration'
  | 'flag'
  | 'instant'
  | 'age'
  | 'clock';

export interface Shown<Row> {
  readonly field: string;
  readonly kind: Kind;
  /** Default: the row's member of that name. */
  readonly value?: (row: Row, t: Texts) => Value;
  readonly tone?: (row: Row) => Tone;
  /** Its values are words: `word.WORDS.VALUE`. */
  readonly words?: string;
  /** Secondary text next to the value. */
  readonly beside?: (row: Row, t: Texts) => string | undefined;
  readonly to?: (row: Row) => string | null | undefined;
  /** In a list, it gets the remaining space, with `whole` a line on a phone; among facts, its own line. */
  readonly isLong?: boolean | 'whole';
}

export interface Filter {
  readonly name: string;
  /** Possible values; without them it is a text input. */
  readonly values?: readonly string[];
  /** Accepts several values, separated by commas. */
  readonly isSeveral?: boolean;
  /** Name in the page's URL, if it differs. */
  readonly as?: string;
  /** `word.WORDS.VALUE`; without it, the values themselves. */
  readonly words?: string;
  /** Label of the default selection, if that isn't all. */
  readonly otherwise?: PlainKey;
}

export interface Form {
  readonly operation: Operation;
  readonly fields: readonly string[];
}

export interface View<Row> {
  /** Its words are `view.NOUN.title`, `.find`, `.emptyTitle` and `.emptyText`. */
  readonly noun: NameIn<'view', 'emptyTitle'>;
  readonly list: Operation;
  /** Argument of commands for a row. */
  readonly id: (row: Row) => string;
  readonly to?: (row: Row) => string;
  /** The first one is the row's name with a link to its page. */
  readonly columns: readonly Shown<Row>[];
  readonly filters?: readonly Filter[];
  readonly command: string;
  readonly facts?: readonly Shown<Row>[];
  readonly form?: Form;
}

export type RowOf<O extends Operation> = DataOf<O> extends readonly (infer Row)[] ? Row : never;

export function viewOf<const O extends Operation>(
  list: O,
  declared: Omit<View<RowOf<O>>, 'list'>,
): View<RowOf<O>> {
  return { list, ...declared };
}

export function fieldValue<Row>({ field, value }: Shown<Row>, row: Row, t: Texts): Value {
  return value ? value(row, t) : (row as Readonly<Record<string, Value>>)[field];
}

export function labelOf(t: Texts, noun: string, field: string): string {
  return t.maybe(`field.label.${noun}.${field}`) ?? t.maybe(`field.label.${field}`) ?? field;
}

export function wordOf(t: Texts, words: string | undefined, value: string): string {
  return (words && t.maybe(`word.${words}.${value}`)) ?? value;
}

export function stateText<Row>(shown: Shown<Row>, row: Row, t: Texts): string {
  return wordOf(t, shown.words, String(fieldValue(shown, row, t)));
}
