import type { NameIn, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { WebhookErrorCode } from './webhooks-api.ts';

export interface MistakeTexts {
  readonly reason: PlainKey;
  readonly advice: PlainKey;
}

export interface MistakeKind extends MistakeTexts {
  /** Code of the error that `verifyWebhook` throws. */
  readonly error: WebhookErrorCode;
}

export function translateMistake(
  t: Texts,
  { reason, advice }: MistakeTexts,
): Readonly<Record<keyof MistakeTexts, string>> {
  return { reason: t(reason), advice: t(advice) };
}

export const mistakes = {
  mode_timestamp: { error: 'signature_mode', ...explanationOf('signature_with_timestamp') },
  mode_body: { error: 'signature_mode', ...explanationOf('signature_without_timestamp') },
  mode_sha256: { error: 'signature_mode', ...explanationOf('signature_with_prefix') },
  rewritten_json: { error: 'signature_raw_body', ...explanationOf('signature_raw_body') },
  white_space: { error: 'signature_raw_body', ...explanationOf('mistake.white_space') },
  body_was_gone: {
    error: 'signature_raw_body',
    reason: 'signature.mistake.body_was_gone.reason',
    advice: 'signature.signature_raw_body.advice',
  },
  body_digest: { error: 'signature_raw_body', ...explanationOf('mistake.body_digest') },
  body_literal: { error: 'signature_raw_body', ...explanationOf('mistake.body_literal') },
  body_base64: { error: 'signature_raw_body', ...explanationOf('mistake.body_base64') },
  body_joined: { error: 'signature_raw_body', ...receiverExplanationOf('mistake.body_joined') },
  body_length: { error: 'signature_raw_body', ...receiverExplanationOf('mistake.body_length') },
  body_encoding: { error: 'signature_raw_body', ...explanationOf('mistake.body_encoding') },
  timestamp: { error: 'signature_mode', ...explanationOf('mistake.timestamp') },
  timestamp_missing: { error: 'header_missing', ...explanationOf('mistake.timestamp_missing') },
  text_literal: { error: 'signature_mode', ...explanationOf('mistake.text_literal') },
  separator: { error: 'signature_mode', ...explanationOf('mistake.separator') },
  other_secret: { error: 'signature_secret', ...explanationOf('signature_secret') },
  secret_changed: { error: 'signature_secret', ...explanationOf('mistake.secret_changed') },
  secret_cut: { error: 'signature_secret', ...explanationOf('mistake.secret_cut') },
  secret_masked: { error: 'signature_secret', ...explanationOf('mistake.secret_masked') },
  secret_object: { error: 'signature_secret', ...explanationOf('mistake.secret_object') },
  secret_path: { error: 'signature_secret', ...explanationOf('mistake.secret_path') },
  secret_invisible: { error: 'signature_secret', ...explanationOf('mistake.secret_invisible') },
  secret_missing: { error: 'signature_secret', ...explanationOf('mistake.secret_missing') },
  no_hmac: { error: 'signature_form', ...explanationOf('mistake.no_hmac') },
  prefix: { error: 'signature_mode', ...explanationOf('mistake.prefix') },
  comparison: { error: 'signature_form', ...receiverExplanationOf('mistake.comparison') },
  padding: { error: 'signature_form', ...explanationOf('mistake.padding') },
  form: { error: 'signature_form', ...explanationOf('mistake.form') },
  time: { error: 'clock_differs', ...receiverExplanationOf('mistake.time') },
  time_form: { error: 'clock_differs', ...receiverExplanationOf('mistake.time_form') },
  time_unit: { error: 'clock_differs', ...receiverExplanationOf('mistake.time_unit') },
  age: { error: 'clock_differs', ...receiverExplanationOf('mistake.age') },
  tolerance: { error: 'clock_differs', ...receiverExplanationOf('mistake.tolerance') },
  future: { error: 'clock_differs', ...receiverExplanationOf('mistake.future') },
  header_value: { error: 'header_missing', ...receiverExplanationOf('mistake.header_value') },
  header_name: { error: 'header_missing', ...explanationOf('mistake.header_name') },
} as const satisfies Record<string, MistakeKind>;

export type MistakeCode = keyof typeof mistakes;

/**
 * Returns the code under which the diagnosis explains a mistake: `mistake.prefix` for the texts
 * `signature.mistake.prefix.…`. Mistakes with the same texts have the same code.
 */
export function diagnosisCodeOf({ reason, advice, error }: MistakeKind): string {
  const [, area, name = ''] = /^(signature|examination)\.(.*)\.reason$/.exec(reason) ?? [];
  return advice === `${area}.${name}.advice` ? name : error;
}

export function explanationOf(name: NameIn<'signature', 'advice'>): MistakeTexts {
  return { reason: `signature.${name}.reason`, advice: `signature.${name}.advice` };
}

/** Returns the texts of a mistake that only a receiver's responses show, and no verification. */
function receiverExplanationOf(name: NameIn<'examination', 'advice'>): MistakeTexts {
  return { reason: `examination.${name}.reason`, advice: `examination.${name}.advice` };
}
