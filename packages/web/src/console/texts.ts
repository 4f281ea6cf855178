import { bilingual } from '../kit/bilingual.ts';
import { english } from './texts-en.ts';
import { spanish } from './texts-es.ts';

/** The texts that the console's pages share, in one language; each page has its own beside it. */
export const textsOf = bilingual(spanish, english);
