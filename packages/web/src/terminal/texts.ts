import { bilingual } from '../kit/bilingual.ts';
import { english } from './texts-en.ts';
import { spanish, type Texts } from './texts-es.ts';

export type { Texts };

/** Every text of the virtual terminal in one language. */
export const textsOf = bilingual(spanish, english);

export type ScriptTexts = ReturnType<typeof scriptTextsOf>;

/** What the script writes; some of it the page shows from the start. */
export function scriptTextsOf({ live, light, idle }: Texts) {
  return { ...live, light, idleLead: idle.lead, idleLostLead: idle.lostLead };
}
