import kitArea from 'texts:kit';
import landingArea from 'texts:landing';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(landingArea, kitArea);
