import kitArea from 'texts:kit';
import referenceArea from 'texts:reference';
import { textsByLanguage } from '../kit/texts-by-language.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(referenceArea, kitArea);
