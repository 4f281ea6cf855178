import kitArea from 'texts:kit';
import paymentArea from 'texts:payment';
import wordArea from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(paymentArea, kitArea, wordArea);
