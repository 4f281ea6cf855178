import {
  type CallData,
  callStatus,
  callView,
  fieldValue,
  listCalls,
  listSessions,
} from '@svc-simulator/contract';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../kit/parts.tsx';
import { consoleNotFoundPage } from '../error-pages.tsx';
import { type ConsolePage, idFromText, type PageCall, type PageRoute, rowsIn } from '../page-call.ts';
import { callCommand } from '../parts/curl.ts';
import { JsonBlock } from '../parts/json-block.tsx';
import { Back, CodeBlock, PageHead, Panel, Time } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { renderValue, ViewFacts } from '../views/render-value.tsx';

const ANY_UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

export const callsRoutes: readonly PageRoute[] = [
  { path: '/console/calls', get: callsPage },
  { path: '/console/calls/:id', get: callPage },
];

function callsPage(call: PageCall): Promise<ConsolePage> {
  const { t } = call;
  return renderListPage(call, callView, {
    area: 'calls',
    live: '/console/live?calls',
    // Calls with an unknown token belong to no account. A hosted simulator doesn't store them, so the link
    // would lead to an empty list.
    after: !call.services.settings.hosted && (
      <p class="soft small">
        {t('console.calls.withUnknownToken')} <a href="/#refused">{t('console.calls.frontPage')}</a>.
      </p>
    ),
  });
}

async function callPage({ perform, t, baseUrl, params }: PageCall): Promise<ConsolePage> {
  const id = idFromText(params.id) ?? 0;
  const query = { after: String(Math.max(0, id - 1)), order: 'asc', limit: '1', by: 'all' };
  const [call] = rowsIn(await perform(listCalls, { query }));
  if (call?.id !== id) return consoleNotFoundPage(t, 'calls');
  const mentionedId = ANY_UUID.exec(call.path)?.[0] ?? ANY_UUID.exec(call.response?.text ?? '')?.[0];
  const sessionQuery = { q: mentionedId ?? '', limit: '1' };
  const [session] = mentionedId ? rowsIn(await perform(listSessions, { query: sessionQuery })) : [];
  const sessionId = session?.id === mentionedId ? mentionedId : undefined;
  const [path] = callView.columns;
  const pathText = String(path && fieldValue(path, call, t));
  return {
    title: `${call.method} ${call.path}`,
    area: 'calls',
    live: null,
    body: (
      <>
        <Back to="/console/calls" text={t('console.frame.areas.calls')} />
        <PageHead title={pathText.split('?')[0] ?? ''}>
          <p class="row small">
            {renderValue(t, callStatus, call)}
            <Time atMs={Date.parse(call.at)} />
            <span class="soft">{durationText(call.duration_ms, t.lang)}</span>
            {call.operation && <code>{call.operation}</code>}
          </p>
        </PageHead>
        {call.status >= 400 && <CallFault call={call} />}
        {call.status < 400 && call.what_to_do && <p class="soft">{call.what_to_do}</p>}
        <div class="columns even">
          <Panel title={t('console.calls.request')}>
            <CallBody
              body={call.request}
              objectName={t('console.calls.request')}
              none={missingBodyText(call, t)}
            />
            <h3>{t('console.delivery.evidence.curl')}</h3>
            <CodeBlock text={callCommand(baseUrl, call)} objectName={t('console.delivery.evidence.curl')} />
            <p class="soft small">{t('console.calls.curlHint')}</p>
          </Panel>
          <Panel title={t('console.calls.response')}>
            <CallBody
              body={call.response}
              objectName={t('console.calls.response')}
              none={t('console.calls.noResponse')}
            />
            <p class="soft small">{t('console.calls.masked')}</p>
          </Panel>
        </div>
        <Panel title={t('console.sessions.facts.heading')}>
          <ViewFacts noun="call" facts={callView.facts ?? []} row={call} />
          {sessionId && (
            <p class="row">
              <a href={`/console/sessions/${sessionId}`}>{t('console.simulate.session.showSession')}</a>
              <a href={`/console/calls?session=${sessionId}`}>{t('console.calls.ofSession')}</a>
            </p>
          )}
        </Panel>
      </>
    ),
  };
}

function missingBodyText({ method, status }: CallData, t: Texts): string {
  const isUnread = method !== 'GET' && [401, 413, 429].includes(status);
  return t(isUnread ? 'console.calls.bodyNotRead' : 'console.calls.noRequest');
}

function CallFault({ call }: Readonly<{ call: CallData }>) {
  return (
    <Panel title={t('console.calls.problem')} class="bad">
      {call.faults.length === 0 ? (
        <p>{call.detail}</p>
      ) : (
        <ul class="lines">
          {call.faults.map(({ pointer, value, detail }) => (
            <li>
              {pointer ? <code>{pointer}</code> : <span class="soft">{t('console.calls.wholeBody')}</span>}{' '}
              {detail}
              {(value !== null || (pointer && call.request)) && (
                <p class="soft small cut">
                  {t('console.calls.sent')}:{' '}
                  {value === null ? t('console.calls.nothing') : <code>{value}</code>}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {call.what_to_do && (
        <p>
          <strong>{t('view.actions')}:</strong> {call.what_to_do}{' '}
          {call.status === 401 && <a href="/console/keys">{t('console.calls.showTokens')}</a>}
        </p>
      )}
    </Panel>
  );
}

type CallBodyProps = Readonly<{ body: CallData['request']; objectName: string; none: string }>;

function CallBody({ body, objectName, none }: CallBodyProps) {
  if (!body) return <p class="soft">{none}</p>;
  const { text, characters, cut } = body;
  return (
    <>
      <JsonBlock text={text} objectName={objectName} />
      {cut && (
        <p class="soft small">
          {t('console.calls.firstCharacters', { shown: text.length, whole: characters })}
        </p>
      )}
    </>
  );
}
