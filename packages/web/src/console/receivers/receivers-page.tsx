import { namesOf, type ReceiverName } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { List } from '../parts/list.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Tag } from '../parts/tag.tsx';
import { TextField } from '../parts/text-field.tsx';
import { EventTime } from '../trace/event-time.tsx';
import { ExaminationForm } from './examination-form.tsx';
import type { Received } from './received.ts';
import { receiversTexts } from './texts.ts';

interface Receiver {
  readonly name: ReceiverName;
  /** What it answers. */
  readonly status: number;
  readonly address: string;
}

interface ReceiversProps {
  readonly lang: Language;
  readonly url: URL;
  readonly now: number;
  readonly receivers: readonly Receiver[];
  readonly received: readonly Received[];
  readonly nextCursor: string | null;
  /** Where the latest session tells its news; empty: nowhere. */
  readonly latestUrl: string;
}

/** The default receivers, and the latest that they took. */
export function ReceiversPage(props: ReceiversProps) {
  const { lang, url, now, receivers, received, nextCursor, latestUrl } = props;
  const texts = receiversTexts(lang);
  const capture = receivers.find(({ name }) => name === 'captura')?.address;
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <ul class="grid wide">
        {receivers.map(({ name, status, address }) => (
          <li class="panel stack">
            <div class="spread">
              <h2>
                <code>{name}</code>
              </h2>
              <Tag tone={status < 300 ? 'good' : 'bad'} text={`${texts.answers} ${status}`} />
            </div>
            <p class="soft">{texts.about[name]}</p>
            <CodeBlock lang={lang} text={address} what={`${texts.address} ${name}`} />
          </li>
        ))}
      </ul>
      {capture && <ProgramForm lang={lang} url={url} address={capture} />}
      <ExaminationForm lang={lang} receiverUrl={latestUrl} chosen="happy_path" />
      <h2>{texts.received}</h2>
      <List
        {...{ lang, url, texts }}
        name="received"
        page={{ items: received, nextCursor }}
        command={`npx sim session create --webhook-url ${capture}`}
      >
        <ReceivedList lang={lang} now={now} received={received} />
      </List>
    </>
  );
}

interface ProgramFormProps {
  readonly lang: Language;
  readonly url: URL;
  /** Of the receiver `captura`. */
  readonly address: string;
}

/** Makes the address of a receiver that answers as one says; the address alone holds what that is. */
function ProgramForm({ lang, url, address }: ProgramFormProps) {
  const texts = receiversTexts(lang).program;
  const names = namesOf(texts.fields);
  const given = new URLSearchParams();
  for (const name of names) {
    const value = url.searchParams.get(name)?.trim();
    if (value) given.set(name, value);
  }
  const made = `${address}?${given}`;
  return (
    <Panel title={texts.title} name="program">
      <p class="soft">{texts.lead}</p>
      <form method="get" action="/console/receivers#program" class="stack">
        <div class="grid">
          {names.map((name) => (
            <TextField
              name={name}
              label={texts.fields[name]}
              value={url.searchParams.get(name) ?? ''}
              inputmode={name === 'answer_body' ? 'text' : 'numeric'}
              maxlength={name === 'answer_body' ? 2000 : 5}
            />
          ))}
        </div>
        <p>
          <Submit text={texts.submit} />
        </p>
      </form>
      {given.size > 0 && (
        <>
          <CodeBlock lang={lang} text={made} what={texts.made} />
          <p>
            <a href={`/console/simulate?${new URLSearchParams({ webhook_url: made })}#session`}>
              {texts.use}
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}

/** A body may have 64 KiB: the list shows the beginning, the event's own page everything. */
const SHOWN_CHARACTERS = 4000;

const tones = { genuine: 'good', wrong: 'bad', none: 'plain', cut: 'plain' } as const;

interface ReceivedListProps {
  readonly lang: Language;
  readonly now: number;
  readonly received: readonly Received[];
}

/** What came in, each of which opens to its headers and its raw body. */
function ReceivedList({ lang, now, received }: ReceivedListProps) {
  const texts = receiversTexts(lang);
  return (
    <ul class="lines events">
      {received.map((each) => (
        <li>
          <details id={`received-${each.eventId}`}>
            <summary id={`received-${each.eventId}-line`}>
              <span class="event-row">
                <EventTime atMs={each.at} now={now} />
                <strong class="clamp two">{each.event ?? texts.noWebhook}</strong>
                <span class="row">
                  <code class="soft">{each.receiver}</code>
                  <Tag tone={tones[each.signature]} text={texts.signature[each.signature]} />
                </span>
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
