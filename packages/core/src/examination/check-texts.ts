import { deliveryTexts } from './delivery-texts.ts';
import { signatureTexts } from './signature-texts.ts';

/**
 * What each check says to people: what a good receiver does (`title`), why a fault matters, going on after
 * `The receiver answered 500:` (`because`), and how to mend it.
 */
export const checkTexts = { ...deliveryTexts, ...signatureTexts };

export type CheckId = keyof typeof checkTexts;
