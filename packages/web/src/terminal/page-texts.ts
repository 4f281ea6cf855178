import kitArea from 'texts:kit';
import terminalArea from 'texts:terminal';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(terminalArea, kitArea);
