import { namesOf, type ReceiverName, receiverNames } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { receiverStatus, receiverUrl } from '@svc-simulator/server/receivers/receivers.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { idIn, SHOWN_BYTES } from '../parts/browser-input.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { TextField } from '../parts/field.tsx';
import { List } from '../parts/list.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Tag } from '../parts/tag.tsx';
import { EventTime } from '../parts/time.tsx';
import { ExaminationForm } from './examination-form.tsx';
import { type Received, receivedIn } from './received.ts';
import { receiversTexts } from './texts.ts';

const PAGE = 20;

/** `/console/receivers`: addresses that take webhooks, and what they took. */
export const receiversRoutes: readonly PageRoute[] = [{ path: '/console/receivers', get: receiversPage }];

async function receiversPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store, settings } = services.runtime;
  const after = idIn(url.searchParams.get('cursor'));
  const latest = await store.list('session', account.id, { limit: 1 });
  const texts = receiversTexts(lang);
  const addressOf = (name: ReceiverName) => receiverUrl(settings.publicUrl, account.id, name);
  const page = await store.trace.page(account.id, {
    types: ['webhook.received'],
    order: 'desc',
    limit: PAGE,
    maxBytes: SHOWN_BYTES,
    ...(after !== undefined && { after }),
  });
  const body = (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <ul class="grid wide">
        {receiverNames.map((name) => (
          <li class="panel stack">
            <div class="spread">
              <h2>
                <code>{name}</code>
              </h2>
              <Tag
                tone={receiverStatus[name] < 300 ? 'good' : 'bad'}
                text={`${texts.answers} ${receiverStatus[name]}`}
              />
            </div>
            <p class="soft">{texts.about[name]}</p>
            <CodeBlock lang={lang} text={addressOf(name)} what={`${texts.address} ${name}`} />
          </li>
        ))}
      </ul>
      <ProgramForm lang={lang} url={url} address={addressOf('captura')} />
      <ExaminationForm
        lang={lang}
        receiverUrl={latest.items[0]?.fields.webhook_url ?? ''}
        chosen="happy_path"
      />
      <h2>{texts.received}</h2>
      <List
        {...{ lang, url, page, texts }}
        name="received"
        command={`npx sim session create --webhook-url ${addressOf('captura')}`}
      >
        <ReceivedList
          lang={lang}
          now={now}
          received={page.items.map((event) => receivedIn(event, account))}
        />
      </List>
    </>
  );
  return { title: texts.title, area: 'receivers', body };
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
