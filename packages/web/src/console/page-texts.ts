import consoleArea from 'texts:console';
import kitArea from 'texts:kit';
import wordArea from 'texts:word';
import { textsByLanguage } from '../kit/texts-by-language.ts';

/** Speaks the texts of these pages. */
export const pageTexts = textsByLanguage(consoleArea, wordArea, kitArea);
