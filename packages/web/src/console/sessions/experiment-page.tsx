import type { DataOf, runExperiments } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { CopyButton, t } from '../../kit/parts.tsx';
import type { ConsolePage } from '../page-call.ts';
import { Back, ToneTag, withBreaks } from '../parts/parts.tsx';

type Experiment = DataOf<typeof runExperiments>;

const certaintyTones = { proven: 'bad', likely: 'wait', unknown: 'plain' } as const;

export function experimentPage(texts: Texts, sessionId: string, experiment: Experiment): ConsolePage {
  const title = texts('console.experiment.title');
  return {
    title,
    area: 'sessions',
    live: null,
    body: (
      <>
        <Back
          to={`/console/sessions/${sessionId}#d-${experiment.delivery_id}`}
          text={texts('field.label.session_id')}
        />
        <h1>{title}</h1>
        <ExperimentPanel experiment={experiment} />
      </>
    ),
  };
}

export function ExperimentPanel({ experiment }: Readonly<{ experiment: Experiment }>) {
  const { code, certainty, why, fix, lines, requests } = experiment;
  return (
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
        <>
          <pre class="code wrap">{lines.join('\n')}</pre>
          <p>
            <CopyButton text={lines.join('\n')} objectName={t('console.experiment.lines')} />
          </p>
        </>
      )}
      {requests.length > 0 && (
        <details id="experiment-requests">
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
  );
}
