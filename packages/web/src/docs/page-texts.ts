import docsArea from 'texts:docs';
import kitArea from 'texts:kit';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(docsArea, kitArea);
