import { type ReceiverName, receiverNames } from '@svc-simulator/contract';
import { receiverStatus, receiverUrl } from '@svc-simulator/server/receivers/receivers.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { idIn, SHOWN_BYTES } from '../parts/browser-input.ts';
import { TextField } from '../parts/field.tsx';
import { List } from '../parts/list.tsx';
import { CodeBlock, EventTime, PageHead, Panel, Submit, Tag } from '../parts/parts.tsx';
import { ExaminationForm } from './examination-form.tsx';
import { type Received, receivedIn } from './received.ts';

const PAGE = 20;

/** `/console/receivers`: addresses that take webhooks, and what they took. */
export const receiversRoutes: readonly PageRoute[] = [{ path: '/console/receivers', get: receiversPage }];

async function receiversPage({ services, account, t, now, url }: PageCall): Promise<ConsolePage> {
  const { store, settings } = services.runtime;
  const after = idIn(url.searchParams.get('cursor'));
  const latest = await store.list('session', account.id, { limit: 1 });
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
      <PageHead title={t('console.frame.areas.receivers')} lead={t('console.receivers.lead')} />
      <div class="columns">
        <div class="stack loose">
          <ul class="panel lines">
            {receiverNames.map((name) => (
              <li class="stack tight">
                <div class="spread">
                  <h2>{t(`console.receivers.about.${name}`)}</h2>
                  <span class="row">
                    <code class="soft">{name}</code>
                    <Tag
                      tone={receiverStatus[name] < 300 ? 'good' : 'bad'}
                      text={`${t('console.receivers.answers')} ${receiverStatus[name]}`}
                    />
                  </span>
                </div>
                <CodeBlock t={t} text={addressOf(name)} what={`${t('console.receivers.address')} ${name}`} />
              </li>
            ))}
          </ul>
          <h2>{t('view.received.title')}</h2>
          <List
            t={t}
            url={url}
            page={{ data: page.items, nextCursor: page.nextCursor }}
            noun="received"
            command={`npx sim session create --webhook-url ${addressOf('captura')}`}
          >
            <ReceivedList t={t} now={now} received={page.items.map((event) => receivedIn(event, account))} />
          </List>
        </div>
        <div class="stack loose">
          <ProgramForm t={t} url={url} address={addressOf('captura')} />
          <ExaminationForm
            t={t}
            receiverUrl={latest.items[0]?.fields.webhook_url ?? ''}
            chosen="happy_path"
          />
        </div>
      </div>
    </>
  );
  return { title: t('console.frame.areas.receivers'), area: 'receivers', body };
}

interface ProgramFormProps {
  readonly t: Texts;
  readonly url: URL;
  /** Of the receiver `captura`. */
  readonly address: string;
}

/** Makes the address of a receiver that answers as one says; the address alone holds what that is. */
function ProgramForm({ t, url, address }: ProgramFormProps) {
  const names = ['answer_status', 'delay_ms', 'fail_times', 'answer_body'] as const;
  const given = new URLSearchParams();
  for (const name of names) {
    const value = url.searchParams.get(name)?.trim();
    if (value) given.set(name, value);
  }
  const made = `${address}?${given}`;
  return (
    <Panel title={t('console.receivers.program.title')} name="program">
      <p class="soft">{t('console.receivers.program.lead')}</p>
      <form method="get" action="/console/receivers#program" class="stack">
        <div class="grid">
          {names.map((name) => (
            <TextField
              name={name}
              label={t(`console.receivers.program.fields.${name}`)}
              value={url.searchParams.get(name) ?? ''}
              inputmode={name === 'answer_body' ? 'text' : 'numeric'}
              maxlength={name === 'answer_body' ? 2000 : 5}
            />
          ))}
        </div>
        <p>
          <Submit text={t('console.receivers.program.submit')} />
        </p>
      </form>
      {given.size > 0 && (
        <>
          <p>{saidOf(given, t)}</p>
          <CodeBlock t={t} text={made} what={t('console.receivers.program.made')} />
          <p>
            <a href={`/console/simulate?${new URLSearchParams({ webhook_url: made })}#session`}>
              {t('console.receivers.program.use')}
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}

/** What the receiver with this query does, in a sentence. */
function saidOf(given: URLSearchParams, t: Texts): string {
  const delayMs = Number(given.get('delay_ms') ?? 0) || 0;
  const times = Number(given.get('fail_times') ?? 0) || 0;
  return t('console.receivers.program.says', {
    times,
    status: given.get('answer_status') ?? (times > 0 ? '500' : '200'),
    wait: delayMs > 0 ? 'some' : 'none',
    span: durationText(delayMs, t.lang),
  });
}

/** A body may have 64 KiB: the list shows the beginning, the event's own page everything. */
const SHOWN_CHARACTERS = 4000;

const tones = { genuine: 'good', wrong: 'bad', none: 'plain', cut: 'plain' } as const;

interface ReceivedListProps {
  readonly t: Texts;
  readonly now: number;
  readonly received: readonly Received[];
}

/** What came in, each of which opens to its headers and its raw body. */
function ReceivedList({ t, now, received }: ReceivedListProps) {
  return (
    <ul class="lines events">
      {received.map((each) => (
        <li>
          <details id={`received-${each.eventId}`}>
            <summary id={`received-${each.eventId}-line`}>
              <span class="event-row">
                <EventTime atMs={each.at} now={now} />
                <strong class="clamp two">{each.event ?? t('console.receivers.noWebhook')}</strong>
                <span class="row">
                  <code class="soft">{each.receiver}</code>
                  <Tag
                    tone={tones[each.signature]}
                    text={t(`console.receivers.signature.${each.signature}`)}
                  />
                </span>
              </span>
            </summary>
            <ReceivedDetails t={t} received={each} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function ReceivedDetails({ t, received }: { readonly t: Texts; readonly received: Received }) {
  const { eventId, sessionId, headers, rawBody, bytes, wholeLength } = received;
  const body = rawBody ?? bytes.toString('base64');
  const isLong = body.length > SHOWN_CHARACTERS;
  const headerText = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div class="stack event-details">
      <p class="row">
        {sessionId && <a href={`/console/sessions/${sessionId}`}>{t('console.receivers.session')}</a>}
        <a href={`/console/trace/${eventId}`}>
          {t('console.receivers.event')} {eventId}
        </a>
      </p>
      <h3>{t('console.receivers.rawBody')}</h3>
      <CodeBlock
        t={t}
        id={`received-${eventId}-body`}
        text={isLong ? `${body.slice(0, SHOWN_CHARACTERS)}…` : body}
        what={`${t('console.receivers.rawBody')} (${t('console.receivers.event')} ${eventId})`}
      />
      {rawBody === null && <p>{t('console.receivers.notText')}</p>}
      {isLong && (
        <p>
          <a href={`/console/trace/${eventId}`}>{t('console.receivers.whole')}</a>
        </p>
      )}
      {wholeLength !== undefined && <p>{t('console.receivers.cut', { bytes: wholeLength })}</p>}
      <h3>{t('console.receivers.headers')}</h3>
      <CodeBlock
        t={t}
        text={headerText.join('\n')}
        what={`${t('console.receivers.headers')} (${t('console.receivers.event')} ${eventId})`}
      />
    </div>
  );
}
