import signature from 'texts:signature';
import { type Language, type LazyText, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { explanationOf, type MistakeTexts, translateMistake } from './mistakes.ts';
import type { WebhookErrorCode } from './webhooks-api.ts';

export interface WebhookErrorCause {
  readonly code: WebhookErrorCode;
  readonly texts?: MistakeTexts;
  readonly detail?: LazyText;
}

const signatureTexts = textsByLanguage(signature);
const receiverFaults: readonly WebhookErrorCode[] = ['secret_missing', 'body_parsed'];

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  readonly status: 400 | 401 | 500;
  readonly reason: string;
  readonly advice: string;
  readonly detail: string | undefined;

  constructor({ code, texts, detail }: WebhookErrorCause, language: Language) {
    const t = signatureTexts(language);
    const { reason, advice } = translateMistake(t, texts ?? explanationOf(code));
    const evidence = detail?.(t);
    super(`${code}: ${reason} ${advice}${evidence === undefined ? '' : ` (${evidence})`}`);
    this.code = code;
    this.status = receiverFaults.includes(code) ? 500 : code === 'body_unknown' ? 400 : 401;
    this.reason = reason;
    this.advice = advice;
    this.detail = evidence;
  }
}
