import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Time } from '../../parts/time.tsx';
import type { SessionReading } from '../session-reading.ts';
import { sequenceMermaid } from './sequence-mermaid.ts';
import { sequenceMessages } from './sequence-messages.ts';
import { SequencePicture } from './sequence-picture.tsx';
import { sequenceTexts } from './texts.ts';

interface PanelProps {
  readonly lang: Language;
  readonly reading: Pick<SessionReading, 'events' | 'hasEarlier'>;
}

/** A session's life as a sequence diagram, with the same as a table and as Mermaid. */
export function Sequence({ lang, reading: { events, hasEarlier } }: PanelProps) {
  const texts = sequenceTexts(lang);
  const messages = sequenceMessages(events, lang);
  return (
    <section class="panel stack" data-live="sequence" aria-labelledby="sequence-heading" id="sequence">
      <div>
        <h2 id="sequence-heading">{texts.heading}</h2>
        <p class="soft small">{hasEarlier ? texts.earlier : texts.lead}</p>
      </div>
      {messages.length > 0 && (
        <>
          <section class="scroll" tabindex={0} aria-label={texts.lead} id="sequence-box" data-keep-scroll>
            <SequencePicture lang={lang} messages={messages} />
          </section>
          <div>
            <button type="button" class="quiet" data-png="sequence-picture" data-needs-script hidden>
              {texts.png}
            </button>
          </div>
          <details class="folded" id="sequence-mermaid">
            <summary>{texts.mermaid}</summary>
            <CodeBlock lang={lang} text={sequenceMermaid(messages, lang)} what="Mermaid" wrap={false} />
          </details>
          <details class="folded" id="sequence-table">
            <summary>{texts.table}</summary>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{texts.after}</th>
                  <th scope="col">{texts.who}</th>
                  <th scope="col">{texts.what}</th>
                </tr>
              </thead>
              <tbody>
                {messages.map(({ at, from, to, label, kind }) => (
                  <tr>
                    <td>{kind !== 'gap' && <Time atMs={at} form="clock" />}</td>
                    <td>
                      {kind !== 'gap' && texts.lanes[from]}
                      {from !== to && ` → ${texts.lanes[to]}`}
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
