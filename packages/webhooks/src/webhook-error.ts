import { type Bilingual, type DiagnosisTexts, verificationTexts } from '@svc-simulator/core';
import type { WebhookErrorCode } from './webhooks-api.ts';

/** What is wrong with a webhook, before it is put into somebody's language. */
export interface Cause {
  readonly code: WebhookErrorCode;
  /** What is more to the point than what is said of every fault with this code. */
  readonly texts?: DiagnosisTexts;
  readonly detail?: Bilingual;
}

const faultsOfTheReceiver: readonly WebhookErrorCode[] = ['secret_missing', 'body_parsed'];

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  readonly status: 400 | 401 | 500;
  readonly reason: string;
  readonly advice: string;
  readonly detail: string | undefined;

  constructor({ code, texts, detail }: Cause, language: keyof Bilingual) {
    const { reason, advice } = texts ?? verificationTexts[code];
    const found = detail ? ` (${detail[language]})` : '';
    super(`${code}: ${reason[language]} ${advice[language]}${found}`);
    this.code = code;
    this.status = faultsOfTheReceiver.includes(code) ? 500 : code === 'body_unknown' ? 400 : 401;
    this.reason = reason[language];
    this.advice = advice[language];
    this.detail = detail?.[language];
  }
}
