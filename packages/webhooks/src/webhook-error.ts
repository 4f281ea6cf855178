import signature from 'texts:signature';
import { type Language, type Said, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { explanationOf, type Told, toldIn } from './mistakes.ts';
import type { WebhookErrorCode } from './webhooks-api.ts';

export interface Cause {
  readonly code: WebhookErrorCode;
  readonly texts?: Told;
  readonly detail?: Said;
}

const says = textsByLanguage(signature);
const faultsOfTheReceiver: readonly WebhookErrorCode[] = ['secret_missing', 'body_parsed'];

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  readonly status: 400 | 401 | 500;
  readonly reason: string;
  readonly advice: string;
  readonly detail: string | undefined;

  constructor({ code, texts, detail }: Cause, language: Language) {
    const t = says(language);
    const { reason, advice } = toldIn(t, texts ?? explanationOf(code));
    const found = detail?.(t);
    super(`${code}: ${reason} ${advice}${found === undefined ? '' : ` (${found})`}`);
    this.code = code;
    this.status = faultsOfTheReceiver.includes(code) ? 500 : code === 'body_unknown' ? 400 : 401;
    this.reason = reason;
    this.advice = advice;
    this.detail = found;
  }
}
