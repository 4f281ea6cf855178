import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../../page-texts.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Time } from '../../parts/time.tsx';
import type { SessionReading } from '../session-reading.ts';
import { sequenceMermaid } from './sequence-mermaid.ts';
import { sequenceMessages } from './sequence-messages.ts';
import { SequencePicture } from './sequence-picture.tsx';

interface PanelProps {
  readonly lang: Language;
  readonly reading: Pick<SessionReading, 'events' | 'hasEarlier'>;
}

/** A session's life as a sequence diagram, with the same as a table and as Mermaid. */
export function Sequence({ lang, reading: { events, hasEarlier } }: PanelProps) {
  const t = pageTexts(lang);
  const messages = sequenceMessages(events, lang);
  return (
    <section class="panel stack" data-live="sequence" aria-labelledby="sequence-heading" id="sequence">
      <div>
        <h2 id="sequence-heading">{t('console.sequence.heading')}</h2>
        <p class="soft small">{hasEarlier ? t('console.sequence.earlier') : t('console.sequence.lead')}</p>
      </div>
      {messages.length > 0 && (
        <>
          <section
            class="scroll"
            tabindex={0}
            aria-label={t('console.sequence.lead')}
            id="sequence-box"
            data-keep-scroll
          >
            <SequencePicture lang={lang} messages={messages} />
          </section>
          <div>
            <button type="button" class="quiet" data-png="sequence-picture" data-needs-script hidden>
              {t('console.sequence.png')}
            </button>
          </div>
          <details class="folded" id="sequence-mermaid">
            <summary>{t('console.sequence.mermaid')}</summary>
            <CodeBlock lang={lang} text={sequenceMermaid(messages, lang)} what="Mermaid" wrap={false} />
          </details>
          <details class="folded" id="sequence-table">
            <summary>{t('console.sequence.table')}</summary>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{t('console.sequence.after')}</th>
                  <th scope="col">{t('console.sequence.who')}</th>
                  <th scope="col">{t('console.sequence.what')}</th>
                </tr>
              </thead>
              <tbody>
                {messages.map(({ at, from, to, label, kind }) => (
                  <tr>
                    <td>{kind !== 'gap' && <Time atMs={at} form="clock" />}</td>
                    <td>
                      {kind !== 'gap' && t(`console.sequence.lanes.${from}`)}
                      {from !== to && ` → ${t(`console.sequence.lanes.${to}`)}`}
                    </td>
                    <td>{label}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}
