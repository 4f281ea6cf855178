/**
 * English sentences and what each is in another language. `{}` in a sentence stands for any value. In the translation `{}` is
 * the next value as it is and `{t}` the next value translated; `{2}` and `{2t}` are the second.
 */
export type Phrases = Readonly<Record<string, string>>;

/** Translates a sentence; undefined when nothing in the phrasebook fits. */
export type Translate = (sentence: string) => string | undefined;

interface Pattern {
  /** What stands around the values. */
  readonly literals: readonly string[];
  readonly translation: string;
}

/** The first phrase that fits wins; one with a part to translate fits only when that part can be translated, too. */
export function phrasebook(phrases: Phrases): Translate {
  const patterns: Pattern[] = Object.entries(phrases)
    .filter(([sentence]) => sentence.includes('{}'))
    .map(([sentence, translation]) => ({ literals: sentence.split('{}'), translation }));

  const translate: Translate = (sentence) => {
    if (Object.hasOwn(phrases, sentence)) return phrases[sentence];
    for (const { literals, translation } of patterns) {
      const values = valuesOf(sentence, literals);
      const translated = values && filled(translation, values);
      if (translated) return translated;
    }
    return undefined;
  };

  function filled(translation: string, values: readonly string[]): string | undefined {
    let next = 0;
    let isWhole = true;
    const text = translation.replace(/\{(\d?)(t?)\}/g, (_, number: string, translated: string) => {
      const value = values[number ? Number(number) - 1 : next++] ?? '';
      if (!translated) return value;
      const part = translate(value);
      if (part === undefined) isWhole = false;
      return part ?? value;
    });
    return isWhole ? text : undefined;
  }

  return translate;
}

/** The values between the literals, each as short as it can be; null when the sentence is another one. Takes linear time. */
function valuesOf(sentence: string, literals: readonly string[]): string[] | null {
  const [head = '', ...between] = literals;
  const tail = between.pop() ?? '';
  if (!sentence.startsWith(head) || !sentence.endsWith(tail)) return null;
  const values: string[] = [];
  let at = head.length;
  for (const literal of between) {
    const found = sentence.indexOf(literal, at);
    if (found < 0) return null;
    values.push(sentence.slice(at, found));
    at = found + literal.length;
  }
  const end = sentence.length - tail.length;
  if (end < at) return null;
  values.push(sentence.slice(at, end));
  return values;
}
