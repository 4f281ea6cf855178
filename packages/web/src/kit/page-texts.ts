import kitArea from 'texts:kit';
import { textsByLanguage } from './texts-by-language.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(kitArea);
