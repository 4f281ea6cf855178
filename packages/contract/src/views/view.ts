import type { NameIn, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { DataOf, Operation } from '../operation.ts';

/** Meaning of a color: success, waiting, failure, or none. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

export type Money = readonly [amount: number, currency: string];

export type ViewValue = string | number | boolean | Money | null | undefined;

/**
 * Format of a value. `age`: time since the value; `clock`: time of day; `duration`: milliseconds; `code`:
 * unchanged; `id`: shortened in lists; `call`: a method and a path.
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
  /** Returns the value. Default: the row's member named `field`. */
  readonly value?: (row: Row, t: Texts) => ViewValue;
  readonly tone?: (row: Row) => Tone;
  /** Returns the colors of the steps that led to a state. They are shown before the state. */
  readonly steps?: (row: Row) => readonly Tone[];
  /** Key of the texts for the values: `word.WORDS.VALUE`. */
  readonly words?: string;
  readonly beside?: (row: Row, t: Texts) => string | undefined;
  /** Returns the URL that the value links to. */
  readonly to?: (row: Row) => string | null | undefined;
  /**
   * `long` gives the field the remaining width of a list and a line of its own in the details. On phones,
   * lists also give `ownLine` a line of its own, and hide `wideOnly`. Default: `short`.
   */
  readonly layout?: 'short' | 'long' | 'ownLine' | 'wideOnly';
}

export interface Filter {
  readonly name: string;
  readonly values?: readonly string[];
  readonly acceptsSeveral?: boolean;
  /** Only links set this filter; the list shows no control for it. */
  readonly isLinked?: boolean;
  /** Name of the filter in the page's URL. Default: `name`. */
  readonly as?: string;
  /** Key of the texts for the values: `word.WORDS.VALUE`. Default: the values. */
  readonly words?: string;
  /** Label of the default selection. Default: the label for all items. */
  readonly emptyLabel?: PlainKey;
}

export interface FormDeclaration {
  readonly operation: Operation;
  readonly fields: readonly string[];
  /** Fields that are required in this form although they are optional in the operation. */
  readonly required?: readonly string[];
}

export interface ListView<Row> {
  /** Key of the view's texts: `view.NOUN.title`, `.find`, `.emptyTitle` and `.emptyText`. */
  readonly noun: NameIn<'view', 'emptyTitle'>;
  readonly list: Operation;
  readonly id: (row: Row) => string;
  readonly to?: (row: Row) => string;
  /** The first column is the row's name and links to its page. */
  readonly columns: readonly ShownField<Row>[];
  readonly filters?: readonly Filter[];
  /** Arguments of `sim` in the command that an empty list suggests. */
  readonly command: string;
  /** Fields of the details of one item. */
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
