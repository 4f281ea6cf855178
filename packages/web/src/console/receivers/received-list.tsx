import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Tag } from '../parts/tag.tsx';
import { EventTime } from '../trace/event-time.tsx';
import type { Received } from './received.ts';
import { receiversTexts } from './texts.ts';

/** A body may have 64 KiB: the list shows the beginning, the event's own page everything. */
const SHOWN_CHARACTERS = 4000;

const tones = { genuine: 'good', wrong: 'bad', none: 'plain', cut: 'plain' } as const;

interface ReceivedListProps {
  readonly lang: Language;
  readonly now: number;
  readonly received: readonly Received[];
}

/** What came in, each of which opens to its headers and its raw body. */
export function ReceivedList({ lang, now, received }: ReceivedListProps) {
  const texts = receiversTexts(lang);
  return (
    <ul class="events">
      {received.map((each) => (
        <li>
          <details id={`received-${each.eventId}`}>
            <summary id={`received-${each.eventId}-line`}>
              <span class="received-row">
                <EventTime atMs={each.at} now={now} />
                <span class="received-event clamp">{each.event ?? texts.noWebhook}</span>
                <code class="soft">{each.receiver}</code>
                <Tag tone={tones[each.signature]} text={texts.signature[each.signature]} />
              </span>
            </summary>
            <ReceivedDetails lang={lang} received={each} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function ReceivedDetails({ lang, received }: { readonly lang: Language; readonly received: Received }) {
  const texts = receiversTexts(lang);
  const { eventId, sessionId, headers, rawBody, bytes, wholeLength } = received;
  const body = rawBody ?? bytes.toString('base64');
  const isLong = body.length > SHOWN_CHARACTERS;
  const headerText = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div class="stack event-details">
      <p class="row">
        {sessionId && <a href={`/console/sessions/${sessionId}`}>{texts.session}</a>}
        <a href={`/console/trace/${eventId}`}>
          {texts.event} {eventId}
        </a>
      </p>
      <h3>{texts.rawBody}</h3>
      <CodeBlock
        lang={lang}
        id={`received-${eventId}-body`}
        text={isLong ? `${body.slice(0, SHOWN_CHARACTERS)}…` : body}
        what={`${texts.rawBody} (${texts.event} ${eventId})`}
      />
      {rawBody === null && <p>{texts.notText}</p>}
      {isLong && (
        <p>
          <a href={`/console/trace/${eventId}`}>{texts.whole}</a>
        </p>
      )}
      {wholeLength !== undefined && <p>{texts.cut(wholeLength)}</p>}
      <h3>{texts.headers}</h3>
      <CodeBlock
        lang={lang}
        text={headerText.join('\n')}
        what={`${texts.headers} (${texts.event} ${eventId})`}
      />
    </div>
  );
}
