import type { Bilingual } from '../../bilingual.ts';

export interface DiagnosisTexts {
  readonly reason: Bilingual;
  /** What to do about it. */
  readonly advice: Bilingual;
}
