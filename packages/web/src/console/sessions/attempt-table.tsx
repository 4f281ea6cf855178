import { STATUS_CODES } from 'node:http';
import { attemptBody, attemptError, chaosTag } from '@svc-simulator/core';
import type { AttemptModel } from '@svc-simulator/server/deliveries/delivery-model.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { CodeBlock, Time } from '../parts/parts.tsx';

/** Of an answer's body, before it is opened. */
const PREVIEW_CHARACTERS = 120;

interface AttemptTableProps {
  readonly t: Texts;
  /** Names the delivery in the page. */
  readonly name: string;
  /** Names the delivery to people. */
  readonly title: string;
  readonly attempts: readonly AttemptModel[];
}

/** Every attempt with its answer. */
export function AttemptTable({ t, name, title, attempts }: AttemptTableProps) {
  return (
    <table class="table attempts">
      <caption class="unseen">{t('console.delivery.attempts.heading')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{t('console.delivery.attempts.number')}</span>#
          </th>
          <th scope="col">{t('console.calls.response')}</th>
          <th scope="col" class="amount">
            {t('console.delivery.attempts.duration')}
          </th>
          <th scope="col" class="via">
            {t('console.delivery.attempts.via')}
          </th>
          <th scope="col">{t('console.delivery.attempts.ended')}</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map(({ attempt, at, via, status, error, durationMs, measuredMs, responseBody, chaos }) => (
          <>
            <tr class={responseBody ? 'has-body' : ''}>
              <td class="figures">{attempt}</td>
              <td>
                {status === null ? (
                  <>
                    {t('word.delivery.silent')} <code class="small">{attemptError(error, t)}</code>
                  </>
                ) : (
                  <>
                    <strong class="figures">{status}</strong> {STATUS_CODES[status]}
                  </>
                )}
                {chaos.length > 0 && (
                  <>
                    {' '}
                    <span class="tag wait">{chaosTag(t, chaos)}</span>
                  </>
                )}
              </td>
              <td class="amount">
                {durationText(durationMs, t.lang)}
                {measuredMs !== durationMs && (
                  <>
                    {' '}
                    <span class="small">
                      (
                      {t('console.delivery.attempts.measured', {
                        duration: durationText(measuredMs, t.lang),
                      })}
                      )
                    </span>
                  </>
                )}
              </td>
              <td class="via">{t(`word.via.${via}`)}</td>
              <td>
                <Time atMs={at} form="clock" />
              </td>
            </tr>
            {responseBody && (
              <tr>
                <td />
                <td colspan={4}>
                  <details id={`answer-${name}-${attempt}`}>
                    <summary>
                      {t('console.delivery.attempts.body')}:{' '}
                      <code class="preview">{attemptBody(responseBody, t).slice(0, PREVIEW_CHARACTERS)}</code>
                    </summary>
                    <CodeBlock
                      t={t}
                      what={`${t('console.delivery.attempts.body')} (${attempt}, ${title})`}
                      text={attemptBody(responseBody, t)}
                    />
                  </details>
                </td>
              </tr>
            )}
          </>
        ))}
      </tbody>
    </table>
  );
}
