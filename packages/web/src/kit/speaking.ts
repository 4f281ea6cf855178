import type { Texts } from '@svc-simulator/texts/texts.ts';
import { createContext, useContext } from 'hono/jsx';

const spoken = createContext<Texts | undefined>(undefined);

/** All parts of a page that stand in it speak its `value`. */
export const Speaking = spoken.Provider;

/** What the page speaks of which this is a part. */
function texts(): Texts {
  const own = useContext(spoken);
  if (!own) throw new Error('this part of a page stands in no <Speaking>');
  return own;
}

/** Says a text in the language of the page of which this is a part; whoever makes a page has its texts at hand. */
export const t = new Proxy(texts as unknown as Texts, {
  apply: (_, self, said) => Reflect.apply(texts(), self, said),
  get: (_, name) => Reflect.get(texts(), name),
});

/** A word of the catalogue where it stands alone. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
