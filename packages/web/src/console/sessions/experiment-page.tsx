import type { DataOf, runExperiments } from '@svc-simulator/contract';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { Back, CodeBlock, ToneTag, withBreaks } from '../parts/parts.tsx';

type Experiment = DataOf<typeof runExperiments>;

const certaintyTones = { proven: 'bad', likely: 'wait', unknown: 'plain' } as const;

export function experimentPage({ t, params }: PageCall, experiment: Experiment): ConsolePage {
  const { delivery_id, code, certainty, why, fix, lines, requests } = experiment;
  const title = t('console.experiment.title');
  return {
    title,
    area: 'sessions',
    live: null,
    body: (
      <>
        <Back
          to={`/console/sessions/${params.session_id}#d-${delivery_id}`}
          text={t('field.label.session_id')}
        />
        <h1>{title}</h1>
        <section class="panel stack">
          <p class="row">
            <ToneTag tone={certaintyTones[certainty]} text={t(`console.experiment.certainty.${certainty}`)} />
            <code class="soft small">{code}</code>
          </p>
          <p class="text">{why}</p>
          <p class="text">
            <strong>{t('view.actions')}:</strong> {fix}
          </p>
          {lines.length > 0 && (
            <CodeBlock text={lines.join('\n')} objectName={t('console.experiment.lines')} />
          )}
          {requests.length > 0 && (
            <details id="experiment-requests" class="spaced">
              <summary>{t('console.examination.sent')}</summary>
              <ul class="stack tight">
                {requests.map(({ experiment: name, status, error }) => (
                  <li>
                    <code>{withBreaks(name)}</code> → <strong class="figures">{status ?? error}</strong>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      </>
    ),
  };
}
