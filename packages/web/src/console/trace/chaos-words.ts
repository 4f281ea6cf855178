import type { ChaosFault } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';

/** Faults as one tag says them: `chaos: sent twice, held back`. */
export function chaosTag(faults: readonly ChaosFault[], lang: Language): string {
  const t = pageTexts(lang);
  return t('word.chaosTag', { faults: faults.map((fault) => t(`word.chaos.${fault}`)).join(', ') });
}
