import docsArea from 'texts:docs';
import kitArea from 'texts:kit';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const docsTexts = textsByLanguage(docsArea, kitArea);
