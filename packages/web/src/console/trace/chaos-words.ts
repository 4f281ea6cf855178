import type { ChaosFault } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { bilingual } from '../../kit/bilingual.ts';

type Words = Readonly<Record<ChaosFault, string>>;

const spanish: Words = {
  duplicate: 'enviado dos veces',
  reorder: 'fuera de orden',
  delay: 'retenido',
  drop: 'no salió',
  bad_signature: 'firma falsa',
  stale_timestamp: 'firma vieja',
  latency: 'respuesta retenida',
  error: 'respuesta de error',
};

const english: Words = {
  duplicate: 'sent twice',
  reorder: 'out of order',
  delay: 'held back',
  drop: 'not let out',
  bad_signature: 'wrong signature',
  stale_timestamp: 'old signature',
  latency: 'answer held back',
  error: 'error answered',
};

/** What chaos did, in words. */
export const chaosWords = bilingual(spanish, english);

/** Faults as one tag says them: `chaos: sent twice, held back`. */
export function chaosTag(faults: readonly ChaosFault[], lang: Language): string {
  const words = chaosWords(lang);
  return `${lang === 'en' ? 'chaos' : 'caos'}: ${faults.map((fault) => words[fault]).join(', ')}`;
}
