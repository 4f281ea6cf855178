import docsArea from 'texts:docs';
import kitArea from 'texts:kit';
import { textsByLanguage } from '../kit/texts-by-language.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(docsArea, kitArea);
