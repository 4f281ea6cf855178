import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import { t } from '../../../kit/speaking.ts';
import { CodeBlock, Panel, Time } from '../../parts/parts.tsx';
import { TextTable } from '../../parts/table.tsx';
import { sequenceMermaid } from './sequence-mermaid.ts';
import { sequenceMessages } from './sequence-messages.ts';
import { SequencePicture } from './sequence-picture.tsx';

interface PanelProps {
  readonly reading: Pick<SessionReading, 'events' | 'hasEarlier'>;
}

/** A session's life as a sequence diagram, with the same as a table and as Mermaid. */
export function Sequence({ reading: { events, hasEarlier } }: PanelProps) {
  const messages = sequenceMessages(events, t);
  return (
    <Panel
      title={t('console.sequence.heading')}
      lead={t(hasEarlier ? 'console.sequence.earlier' : 'console.sequence.lead')}
      name="sequence"
      live="sequence"
    >
      {messages.length > 0 && (
        <>
          <section
            class="scroll"
            tabindex={0}
            aria-label={t('console.sequence.lead')}
            id="sequence-box"
            data-keep-scroll
          >
            <SequencePicture messages={messages} />
          </section>
          <div>
            <button type="button" class="quiet" data-png="sequence-picture" data-needs-script hidden>
              {t('console.sequence.png')}
            </button>
          </div>
          <details class="folded" id="sequence-mermaid">
            <summary>{t('console.sequence.mermaid')}</summary>
            <CodeBlock text={sequenceMermaid(messages, t)} what="Mermaid" wrap={false} />
          </details>
          <details class="folded" id="sequence-table">
            <summary>{t('console.charts.table')}</summary>
            <TextTable
              head={[t('console.sequence.after'), t('console.sequence.who'), t('console.sequence.what')]}
              rows={messages.map(({ at, from, to, label, kind }) => [
                kind !== 'gap' && <Time atMs={at} form="clock" />,
                <>
                  {kind !== 'gap' && t(`console.sequence.lanes.${from}`)}
                  {from !== to && ` → ${t(`console.sequence.lanes.${to}`)}`}
                </>,
                label,
              ])}
            />
          </details>
        </>
      )}
    </Panel>
  );
}
