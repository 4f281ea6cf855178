import type { CallData } from '@svc-simulator/contract';
import type { Call } from '@svc-simulator/server/calls/call-log.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { problemTexts } from '@svc-simulator/server/http/problem-words.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { idIn } from '../parts/browser-input.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { callCommand } from '../parts/curl.ts';
import { FactList } from '../parts/fact-list.tsx';
import { Back, PageHead, Panel } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { callsPage, StatusTag } from './calls-page.tsx';

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/** `/console/calls`: the API calls of the account, refused ones with their cause; and each call by itself. */
export const callsRoutes: readonly PageRoute[] = [
  { path: '/console/calls', get: callsPage },
  { path: '/console/calls/:id', get: callPage },
];

async function callPage(page: PageCall): Promise<ConsolePage> {
  const { services, account, lang, baseUrl } = page;
  const kept = keptCall(page);
  if (!kept) return missingPage(lang, 'calls');
  const call = presentedCall(kept, await problemTexts(lang));
  const title = `${call.method} ${call.path}`;
  const sessionId = await sessionOf(services.runtime.store, account.id, kept);
  return {
    title,
    area: 'calls',
    live: null,
    body: <CallPage lang={lang} baseUrl={baseUrl} call={call} sessionId={sessionId} />,
  };
}

function keptCall({ services, account, params }: PageCall): Call | undefined {
  const id = idIn(params.id);
  return id === undefined ? undefined : services.runtime.calls.get(account.id, id);
}

/** The session that its path names, or that it made. */
async function sessionOf(store: Store, accountId: string, call: Call): Promise<string | undefined> {
  const id = UUID.exec(call.target)?.[0] ?? UUID.exec(call.response?.text ?? '')?.[0];
  const session = id && (await store.get('session', id));
  return session && session.accountId === accountId ? session.id : undefined;
}

interface CallProps {
  readonly lang: Language;
  readonly baseUrl: string;
  readonly call: CallData;
  /** The session that it is about. */
  readonly sessionId: string | undefined;
}

/** A value of a fault is a text of any length; its body is below. */
const VALUE_CHARACTERS = 200;

/** One API call: what is wrong with it and what to do, what was sent and answered and as a curl command. */
function CallPage({ lang, baseUrl, call, sessionId }: CallProps) {
  const t = pageTexts(lang);
  return (
    <>
      <Back to="/console/calls" text={t('console.frame.areas.calls')} />
      <PageHead title={<span class="clamp">{`${call.method} ${call.path.split('?')[0]}`}</span>}>
        <p class="row">
          <StatusTag status={call.status} />
          <Time atMs={Date.parse(call.at)} />
          <span class="soft">{durationText(call.duration_ms, lang)}</span>
          {call.operation && <code>{call.operation}</code>}
        </p>
      </PageHead>
      {call.status >= 400 && <Trouble lang={lang} call={call} />}
      {call.status < 400 && call.what_to_do && <p class="soft">{call.what_to_do}</p>}
      <div class="columns">
        <Panel title={t('console.calls.request')}>
          <Body lang={lang} body={call.request} what={t('console.calls.request')} none={noneOf(call, t)} />
          <h3>{t('console.calls.curl')}</h3>
          <CodeBlock lang={lang} text={callCommand(baseUrl, call)} what={t('console.calls.curl')} />
          <p class="soft small">{t('console.calls.curlHint')}</p>
        </Panel>
        <Panel title={t('console.calls.response')}>
          <Body
            lang={lang}
            body={call.response}
            what={t('console.calls.response')}
            none={t('console.calls.noResponse')}
          />
          <p class="soft small">{t('console.calls.masked')}</p>
        </Panel>
      </div>
      <Facts lang={lang} call={call} sessionId={sessionId} />
    </>
  );
}

function noneOf({ method, status }: CallData, t: Texts): string {
  return method !== 'GET' && (status === 401 || status === 413 || status === 429)
    ? t('console.calls.unread')
    : t('console.calls.noRequest');
}

function Trouble({ lang, call }: Pick<CallProps, 'lang' | 'call'>) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.calls.wrong')} class="bad">
      {call.faults.length === 0 ? (
        <p>{call.detail}</p>
      ) : (
        <Table
          rows={call.faults}
          columns={[
            {
              head: t('console.calls.field'),
              cell: ({ pointer }) =>
                pointer ? <code>{pointer}</code> : <span class="soft">{t('console.calls.wholeBody')}</span>,
            },
            {
              head: t('console.calls.sent'),
              cell: ({ pointer, value }) =>
                value === null ? (
                  <span class="soft">{pointer && call.request && t('console.calls.nothing')}</span>
                ) : (
                  <code>
                    {value.length > VALUE_CHARACTERS ? `${value.slice(0, VALUE_CHARACTERS)}…` : value}
                  </code>
                ),
            },
            { head: t('console.calls.why'), cell: ({ detail }) => detail },
          ]}
        />
      )}
      {call.what_to_do && (
        <p>
          <strong>{t('console.calls.todo')}:</strong> {call.what_to_do}{' '}
          {call.status === 401 && <a href="/console/keys">{t('console.calls.toKeys')}</a>}
        </p>
      )}
    </Panel>
  );
}

interface BodyProps {
  readonly lang: Language;
  readonly body: CallData['request'];
  readonly what: string;
  readonly none: string;
}

function Body({ lang, body, what, none }: BodyProps) {
  if (!body) return <p class="soft">{none}</p>;
  const { text, characters, cut } = body;
  return (
    <>
      <CodeBlock lang={lang} text={indented(text)} what={what} />
      {cut && (
        <p class="soft small">
          {pageTexts(lang)('console.calls.cut', { shown: text.length, whole: characters })}
        </p>
      )}
    </>
  );
}

/** JSON with line breaks; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Facts({ lang, call, sessionId }: Pick<CallProps, 'lang' | 'call' | 'sessionId'>) {
  const t = pageTexts(lang);
  const facts = [
    [t('console.calls.requestId'), call.request_id],
    [t('console.calls.key'), call.idempotency_key],
    [t('console.calls.agent'), call.user_agent],
    [t('console.calls.origin'), call.origin],
  ] as const;
  return (
    <Panel title={t('console.calls.facts')}>
      <FactList
        class="wide"
        facts={facts.map(([name, value]) => [name, value ? <code>{value}</code> : null])}
      />
      {sessionId && (
        <p class="row">
          <a href={`/console/sessions/${sessionId}`}>{t('console.calls.sessionLink')}</a>
          <a href={`/console/calls?session=${sessionId}`}>{t('console.calls.ofSession')}</a>
        </p>
      )}
    </Panel>
  );
}
