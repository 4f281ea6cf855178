import { bilingual } from '../../kit/bilingual.ts';
import { english } from './texts-en.ts';
import { spanish } from './texts-es.ts';

export const terminalsTexts = bilingual(spanish, english);
