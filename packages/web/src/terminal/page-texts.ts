import terminalArea from 'texts:terminal';
import { textsByLanguage } from '../kit/texts-by-language.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(terminalArea);
