import type { TransactionStatus } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { Tag, type Tone } from '../parts/tag.tsx';
import { terminalsTexts } from './texts.ts';

const tones: Readonly<Record<TransactionStatus, Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  CANCELED: 'plain',
  VOID_PENDING: 'wait',
  VOIDED: 'plain',
};

/** The state of a transaction, with the API's own word. */
export function TransactionTag({
  lang,
  status,
}: {
  readonly lang: Language;
  readonly status: TransactionStatus;
}) {
  return (
    <span class="row">
      <Tag tone={tones[status]} text={terminalsTexts(lang).statuses[status]} />{' '}
      <code class="soft">{status}</code>
    </span>
  );
}
