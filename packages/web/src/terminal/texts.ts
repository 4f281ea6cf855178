import type { Language } from '@svc-simulator/server/http/language.ts';
import { english } from './texts-en.ts';
import { spanish, type Texts } from './texts-es.ts';

export type { Texts };

/** Every text of the virtual terminal in one language. */
export function textsOf(lang: Language): Texts {
  return lang === 'en' ? english : spanish;
}

export type ScriptTexts = ReturnType<typeof scriptTextsOf>;

/** What the script writes; some of it the page shows from the start. */
export function scriptTextsOf({ live, light, idle }: Texts) {
  return { ...live, light, idleLead: idle.lead, idleLostLead: idle.lostLead };
}
