import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../../kit/speaking.ts';
import { TextTable } from '../../../kit/text-table.tsx';
import { CodeBlock, Panel, Time } from '../../parts/parts.tsx';
import { lanes, type SequenceMessage, sequenceMessages } from './sequence-messages.ts';
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

/** The messages as a Mermaid diagram, for a document or an issue. */
export function sequenceMermaid(messages: readonly SequenceMessage[], t: Texts): string {
  return [
    'sequenceDiagram',
    ...lanes.map((lane) => `  participant ${lane} as ${t(`console.sequence.lanes.${lane}`)}`),
    ...messages.map((message) => `  ${line(message)}`),
  ].join('\n');
}

function line({ from, to, kind, label }: SequenceMessage): string {
  if (kind === 'gap') return `Note over payer,receiver: ${plain(label)}`;
  if (kind === 'note') return `Note over ${from}: ${plain(label)}`;
  return `${from}${kind === 'answer' ? '-->>' : '->>'}${to}: ${plain(label)}`;
}

/** What could end the line, or be read as markup, by its number, as Mermaid has it. */
function plain(label: string): string {
  return label.replace(/[^\p{L}\p{N} .,:()+\-×·_/¿?¡!$]/gu, (found) => `#${found.codePointAt(0)};`);
}
