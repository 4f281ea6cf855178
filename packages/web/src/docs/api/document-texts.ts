import api from 'texts:api?by-language';
import fidelity from 'texts:fidelity?by-language';
import field from 'texts:field?by-language';
import { type Language, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';

export async function openApiTexts(lang: Language): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all([api[lang](), field[lang](), fidelity[lang]()])));
}
