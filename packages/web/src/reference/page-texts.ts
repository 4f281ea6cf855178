import kitArea from 'texts:kit';
import referenceArea from 'texts:reference';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(referenceArea, kitArea);
