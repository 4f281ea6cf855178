import type { NameIn, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { DataOf, Operation } from '../operation.ts';

/** What a colour says: it went well, it waits, it went wrong, or nothing in particular. The words say it too. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

/** An amount and its currency. */
export type Money = readonly [amount: number, currency: string];

/** What is shown of a field; what is undefined or null is not there. */
export type Value = string | number | boolean | Money | null | undefined;

/**
 * How a value looks wherever it is shown. `state`: a word in a colour; `instant`: date and time; `age`: how long ago; `clock`: the
 * time of day; `duration`: milliseconds; `code`: to the letter; `id`: so, too, but a page's list has room for its beginning; `text`:
 * what somebody wrote, of any length.
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

/** A field as it is shown, under `field.label.FIELD`, or else its own name. */
export interface Shown<Row> {
  readonly field: string;
  readonly kind: Kind;
  /** By default the row's member of that name. */
  readonly value?: (row: Row, t: Texts) => Value;
  /** Of a state. */
  readonly tone?: (row: Row) => Tone;
  /** Its values are words: `word.WORDS.VALUE`. */
  readonly words?: string;
  /** What stands beside it, less loud. */
  readonly beside?: (row: Row, t: Texts) => string | undefined;
  /** The page that it leads to. */
  readonly to?: (row: Row) => string | null | undefined;
  /** In a list, it takes the room that is left, `whole`: a line of a phone; among facts, a line of its own. */
  readonly isLong?: boolean | 'whole';
}

/** What a list can be narrowed by: a parameter of its operation's query. */
export interface Filter {
  readonly name: string;
  /** Of one of a few; without them it is typed. */
  readonly values?: readonly string[];
  /** Takes several of them, with commas between. */
  readonly isSeveral?: boolean;
  /** As the page's address has it, where it is another. */
  readonly as?: string;
  /** `word.WORDS.VALUE`; without them, the values themselves. */
  readonly words?: string;
  /** What is listed while nothing is chosen, where that is not all. */
  readonly otherwise?: PlainKey;
}

/** A form: the operation that it is sent to, and the fields of its body that are typed. */
export interface Form {
  readonly operation: Operation;
  readonly fields: readonly string[];
}

/** How a noun is shown, on pages and in terminals: what stands here, both render. */
export interface View<Row> {
  /** Its words are `view.NOUN.title`, `.find`, `.emptyTitle` and `.emptyText`. */
  readonly noun: NameIn<'view', 'emptyTitle'>;
  /** Answers a page of rows. */
  readonly list: Operation;
  /** What commands take for a row. */
  readonly id: (row: Row) => string;
  /** The row's page. */
  readonly to?: (row: Row) => string;
  /** The first one is the row's name, and leads to its page. */
  readonly columns: readonly Shown<Row>[];
  readonly filters?: readonly Filter[];
  /** What makes a first row. */
  readonly command: string;
  /** What is known of one. */
  readonly facts?: readonly Shown<Row>[];
  /** What makes one, and the fields of its body that are typed. */
  readonly form?: Form;
}

/** The rows that an operation answers. */
export type RowOf<O extends Operation> = DataOf<O> extends readonly (infer Row)[] ? Row : never;

/** Declares how the rows of a list are shown. */
export function viewOf<const O extends Operation>(
  list: O,
  declared: Omit<View<RowOf<O>>, 'list'>,
): View<RowOf<O>> {
  return { list, ...declared };
}

/** What is shown of a row's field. */
export function fieldValue<Row>({ field, value }: Shown<Row>, row: Row, t: Texts): Value {
  return value ? value(row, t) : (row as Readonly<Record<string, Value>>)[field];
}

/** The heading of a field of a noun. */
export function labelOf(t: Texts, noun: string, field: string): string {
  return t.maybe(`field.label.${noun}.${field}`) ?? t.maybe(`field.label.${field}`) ?? field;
}

/** A value in words, where there are words for it. */
export function wordOf(t: Texts, words: string | undefined, value: string): string {
  return (words && t.maybe(`word.${words}.${value}`)) ?? value;
}

/** What a state says. */
export function stateText<Row>(shown: Shown<Row>, row: Row, t: Texts): string {
  return wordOf(t, shown.words, String(fieldValue(shown, row, t)));
}
