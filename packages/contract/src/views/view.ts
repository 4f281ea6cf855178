import type { NameIn, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { DataOf, Operation } from '../operation.ts';

/** A color by its meaning: success, waiting, failure, or none. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

export type Money = readonly [amount: number, currency: string];

export type ViewValue = string | number | boolean | Money | null | undefined;

/**
 * Format of a value. `age`: time since; `clock`: time of day; `duration`: milliseconds; `code` and `id`:
 * unchanged, but lists shorten ids; `call`: a method and a path; `text`: any length.
 */
export type ValueKind =
  | 'text'
  | 'call'
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

export interface ShownField<Row> {
  readonly field: string;
  readonly kind: ValueKind;
  /** Default: the row's member of that name. */
  readonly value?: (row: Row, t: Texts) => ViewValue;
  readonly tone?: (row: Row) => Tone;
  /** Colors of the steps that led to a state, shown before it. */
  readonly steps?: (row: Row) => readonly Tone[];
  /** Key of the texts for the values: `word.WORDS.VALUE`. */
  readonly words?: string;
  readonly beside?: (row: Row, t: Texts) => string | undefined;
  readonly to?: (row: Row) => string | null | undefined;
  /**
   * The field gets the remaining width of a list, or its own line in the details. `whole`: its own line on a
   * phone; `wide`: not in a phone's lists.
   */
  readonly isLong?: boolean | 'whole' | 'wide';
}

export interface Filter {
  readonly name: string;
  readonly values?: readonly string[];
  readonly isSeveral?: boolean;
  /** Links of the page set this filter, so the list has no control for it. */
  readonly isLinked?: boolean;
  /** Name in the page's URL, if it differs. */
  readonly as?: string;
  /** Key of the texts for the values: `word.WORDS.VALUE`. Default: the values. */
  readonly words?: string;
  /** Label of the default selection, if that isn't all. */
  readonly emptyLabel?: PlainKey;
}

export interface FormDeclaration {
  readonly operation: Operation;
  readonly fields: readonly string[];
  /** Fields that this form requires although the operation doesn't. */
  readonly required?: readonly string[];
}

export interface ListView<Row> {
  /** Prefix of its texts: `view.NOUN.title`, `.find`, `.emptyTitle` and `.emptyText`. */
  readonly noun: NameIn<'view', 'emptyTitle'>;
  readonly list: Operation;
  readonly id: (row: Row) => string;
  readonly to?: (row: Row) => string;
  /** The first column is the row's name and links to its page. */
  readonly columns: readonly ShownField<Row>[];
  readonly filters?: readonly Filter[];
  readonly command: string;
  readonly facts?: readonly ShownField<Row>[];
  readonly form?: FormDeclaration;
}

export type RowOf<O extends Operation> = DataOf<O> extends readonly (infer Row)[] ? Row : never;

export function viewOf<const O extends Operation>(
  list: O,
  view: Omit<ListView<RowOf<O>>, 'list'>,
): ListView<RowOf<O>> {
  return { list, ...view };
}

export function fieldValue<Row>({ field, value }: ShownField<Row>, row: Row, t: Texts): ViewValue {
  return value ? value(row, t) : (row as Readonly<Record<string, ViewValue>>)[field];
}

export function labelOf(t: Texts, noun: string, field: string): string {
  return t.maybe(`field.label.${noun}.${field}`) ?? t.maybe(`field.label.${field}`) ?? field;
}

export function wordOf(t: Texts, words: string | undefined, value: string): string {
  return (words && t.maybe(`word.${words}.${value}`)) ?? value;
}

export function stateText<Row>(viewField: ShownField<Row>, row: Row, t: Texts): string {
  return wordOf(t, viewField.words, String(fieldValue(viewField, row, t)));
}
