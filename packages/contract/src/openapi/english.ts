import api from 'texts:api';
import fidelity from 'texts:fidelity';
import field from 'texts:field';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { type DocumentOptions, openApiDocument } from './document.ts';
import type { Json } from './schemas.ts';

export const documentTexts = textsByLanguage(api, field, fidelity);

export function englishDocument(options: DocumentOptions): Json {
  return openApiDocument(documentTexts('en'), options);
}
