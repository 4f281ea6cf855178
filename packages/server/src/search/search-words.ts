import { membersOf } from '@svc-simulator/contract';

/** A word that is looked for. */
interface Word {
  readonly pattern: RegExp;
  /** What it is as an amount, in hundredths. */
  readonly hundredths: number | undefined;
  /** JSON writes it otherwise than it is. */
  readonly isEscaped: boolean;
}

/** What is looked for: every word has to stand somewhere. */
export interface Words {
  readonly all: readonly Word[];
  /** The whole text, as a name that is the same but for its case. */
  readonly whole: string;
}

export interface Hit {
  readonly field: string;
  readonly text: string;
  /** Some field is the whole text. */
  readonly isExact: boolean;
}

/** What a record is found by: the API's names and what stands there, in several objects. Only texts and numbers count. */
export type SearchedFields = readonly (Readonly<Record<string, unknown>> | null | undefined)[];

/** More words narrow nothing down. */
const MOST = 8;
/** Characters that are shown of where a word stands. */
const SHOWN = 160;
/** Accents are left out as often as not. */
const accented: Readonly<Record<string, string>> = {
  a: '[aá]',
  e: '[eé]',
  i: '[ií]',
  o: '[oó]',
  u: '[uúü]',
  n: '[nñ]',
};

/** Reads a text that somebody looks for; undefined when it has no word. */
export function wordsIn(text: string): Words | undefined {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, MOST);
  if (words.length === 0) return undefined;
  return { all: words.map(wordOf), whole: words.join(' ').toLowerCase() };
}

function wordOf(word: string): Word {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
  const literal = plain.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const pattern = new RegExp(
    literal.replace(/[aeioun]/gi, (letter) => accented[letter.toLowerCase()] ?? ''),
    'i',
  );
  const hundredths = /^\d{1,12}([.,]\d{1,2})?$/.test(word)
    ? Math.round(Number(word.replace(',', '.')) * 100)
    : undefined;
  return { pattern, hundredths, isEscaped: JSON.stringify(plain) !== `"${plain}"` };
}

/** Whether a record cannot have all the words, by its JSON: to parse it is most of what a search costs. */
export function isWithout({ all }: Words, json: string): boolean {
  return !all.every(
    ({ pattern, hundredths, isEscaped }) => isEscaped || pattern.test(json) || json.includes(`${hundredths}`),
  );
}

/** Where the words stand in a record; undefined unless it has all of them. `amount` is in hundredths. */
export function hitIn({ all, whole }: Words, fields: SearchedFields, amount?: number): Hit | undefined {
  let first: Omit<Hit, 'isExact'> | undefined;
  for (const { pattern, hundredths } of all) {
    const found =
      hundredths !== undefined && hundredths === amount
        ? { field: 'amount', text: (hundredths / 100).toFixed(2) }
        : standsIn(fields, pattern);
    if (!found) return undefined;
    first ??= found;
  }
  return first && { ...first, isExact: isWhole(fields, whole) };
}

function standsIn(fields: SearchedFields, pattern: RegExp) {
  return firstOf(
    fields,
    (text) => pattern.test(text),
    (field, text) => ({ field, text: excerpt(text, pattern) }),
  );
}

/**
 * The innermost text or number in which a word stands, with its name; bodies that are kept as JSON are looked into, as
 * deep as people read.
 */
export function standsWithin(
  value: unknown,
  pattern: RegExp,
  field = 'data',
  depth = 12,
): Omit<Hit, 'isExact'> | undefined {
  const inner = typeof value === 'string' && value.startsWith('{') ? parsed(value) : value;
  for (const [name, member] of depth > 0 ? Object.entries(membersOf(inner)) : []) {
    const found = standsWithin(member, pattern, Array.isArray(inner) ? field : name, depth - 1);
    if (found) return found;
  }
  const isLeaf = typeof inner === 'string' || typeof inner === 'number';
  return isLeaf && pattern.test(`${inner}`) ? { field, text: excerpt(`${inner}`, pattern) } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isWhole(fields: SearchedFields, whole: string): boolean {
  const is = (text: string) => text.length === whole.length && text.toLowerCase() === whole;
  return firstOf(fields, is, () => true) ?? false;
}

/** Made for speed: a search of 20 000 sessions asks a million times. */
function firstOf<T>(
  fields: SearchedFields,
  isWanted: (text: string) => boolean,
  answer: (field: string, text: string) => T,
): T | undefined {
  for (const part of fields) {
    for (const field in part) {
      const value = part[field];
      if (typeof value === 'string' && isWanted(value)) return answer(field, value);
      if (typeof value === 'number' && isWanted(String(value))) return answer(field, String(value));
    }
  }
  return undefined;
}

/** What stands around a word. */
export function excerpt(text: string, pattern: RegExp): string {
  if (text.length <= SHOWN) return text;
  const from = Math.max(0, text.search(pattern) - SHOWN / 4);
  const end = from + SHOWN;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}
