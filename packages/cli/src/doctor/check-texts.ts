import type { Bilingual } from '@svc-simulator/core';
import { deliveryTexts } from './delivery-texts.ts';
import { signatureTexts } from './signature-texts.ts';

export interface CheckTexts {
  /** What a good receiver does. */
  readonly title: Bilingual;
  /** Goes on after `The receiver answered 500:`, and says why it matters. */
  readonly because: Bilingual;
  readonly mend: Bilingual;
}

/** What each check says to people, in the order in which they run. */
export const checkTexts = { ...deliveryTexts, ...signatureTexts };

export type CheckId = keyof typeof checkTexts;
