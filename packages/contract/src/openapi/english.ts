import api from 'texts:api';
import fidelity from 'texts:fidelity';
import field from 'texts:field';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { type Difference, differences } from '../fidelity/differences.ts';
import { type DocumentOptions, openApiDocument } from './document.ts';
import type { Json } from './schemas.ts';

/** Says the document and `/fidelidad`; whoever serves them loads the language that is asked for alone. */
export const documentTexts = textsByLanguage(api, field, fidelity);

/** The document in English, for what is built and tested by it. */
export function englishDocument(options: DocumentOptions): Json {
  return openApiDocument(documentTexts('en'), options);
}

/** `/fidelidad` in English. */
export function englishDifferences(): Difference[] {
  return differences(documentTexts('en'));
}
