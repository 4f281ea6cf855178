import { STATUS_CODES } from 'node:http';
import type { AttemptModel } from '@svc-simulator/core';
import { attemptBody, attemptError, chaosTag } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { t } from '../../kit/speaking.ts';
import { CodeBlock, Tag, Time } from '../parts/parts.tsx';

/** Of an answer's body, before it is opened. */
const PREVIEW_CHARACTERS = 120;

interface AttemptsProps {
  /** Names the delivery in the page. */
  readonly name: string;
  /** Names the delivery to people. */
  readonly title: string;
  readonly attempts: readonly AttemptModel[];
}

/** Every attempt with its answer, a line each. */
export function Attempts({ name, title, attempts }: AttemptsProps) {
  const took = (ms: number) => durationText(ms, t.lang);
  return (
    <ul class="lines attempts" aria-label={t('console.delivery.attempts.heading')}>
      {attempts.map(({ attempt, at, via, status, error, durationMs, measuredMs, responseBody, chaos }) => (
        <li>
          <p class="row small figures">
            <span class="soft">
              {t('console.delivery.attempts.number')} {attempt}
            </span>
            {status === null ? (
              <span>
                {t('word.delivery.silent')} <code>{attemptError(error, t)}</code>
              </span>
            ) : (
              <span>
                <strong>{status}</strong> {STATUS_CODES[status]}
              </span>
            )}
            {chaos.length > 0 && <Tag tone="wait" text={chaosTag(t, chaos)} />}
            <span>
              {took(durationMs)}
              {measuredMs !== durationMs &&
                ` (${t('console.delivery.attempts.measured', { duration: took(measuredMs) })})`}
            </span>
            <span class="soft">
              {t(`word.via.${via}`)} · <Time atMs={at} form="clock" />
            </span>
          </p>
          {responseBody && (
            <details id={`answer-${name}-${attempt}`}>
              <summary>
                {t('console.delivery.attempts.body')}:{' '}
                <code class="preview">{attemptBody(responseBody, t).slice(0, PREVIEW_CHARACTERS)}</code>
              </summary>
              <CodeBlock
                what={`${t('console.delivery.attempts.body')} (${attempt}, ${title})`}
                text={attemptBody(responseBody, t)}
              />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
