import {
  forceOutcome,
  resendDelivery,
  runExperiments,
  sendProbe,
  sessionState,
  sessionSteps,
  stateText,
} from '@svc-simulator/contract';
import {
  type SessionPageData,
  type SessionTab,
  sessionTabs,
} from '@svc-simulator/server/pages/console-services.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Child } from 'hono/jsx';
import { CopyButton, LinkButton, SessionStepDots, t } from '../../kit/parts.tsx';
import { consoleNotFoundPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  idFromText,
  type OperationRefusal,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  pathOfArea,
  seeOther,
  urlWithQuery,
} from '../page-call.ts';
import { Back, Notice, Tabs, Time, ToneTag } from '../parts/parts.tsx';
import { normalizeLineEnds } from '../signature/signature-routes.tsx';
import { SessionEvents } from '../trace/session-events.tsx';
import { CompareAttempts } from './compare-attempts.tsx';
import { experimentPage } from './experiment-page.tsx';
import { Sequence } from './sequence/sequence-panel.tsx';
import { SessionFacts } from './session-facts.tsx';
import { Probes } from './session-probes.tsx';
import { Story } from './session-story.tsx';

function SessionHead({ session }: Pick<SessionPageData, 'session'>) {
  const { id, fields, amountMinor, status, createdAt, payment } = session;
  return (
    <header class="stack tight" data-live="session">
      <div class="spread">
        <h1>
          <span class="unseen">{t('field.label.session_id')} </span>
          <span class="clamp">
            {fields.identifier} <span class="soft">{fields.description}</span>
          </span>
        </h1>
        {status === 'pending' && (
          <LinkButton href={`/pay/${id}`} newWindow text={t('console.simulate.session.open')} />
        )}
      </div>
      <p class="row session-line">
        <SessionStepDots steps={sessionSteps(session)} />
        <strong class="amount amount-large">
          {formatMoney(amountMinor, fields.currency_reference, t.lang)}
        </strong>
        <ToneTag
          tone={sessionState.tone(session)}
          text={stateText(sessionState, session, t)}
          apiValue={status}
        />
        {payment && <span class="soft small">{t(`word.method.${payment.method}`)}</span>}
        <span class="soft small">
          <Time atMs={createdAt} />
        </span>
        <span class="row session-id">
          <code class="cut soft">{id}</code>
          <CopyButton text={id} objectName={t('console.sessions.page.id')} />
        </span>
      </p>
    </header>
  );
}

export const sessionPageRoutes: readonly PageRoute[] = [
  { path: '/console/sessions/:session_id', get: (call) => renderSession(call), post: runSessionAction },
];

async function renderSession(call: PageCall, refusal?: OperationRefusal): Promise<ConsolePage> {
  const { services, account, t, params, url, now } = call;
  const tab = sessionTabs.find((name) => name === url.searchParams.get('tab')) ?? 'story';
  const pageData = await services.readSession(account, params.session_id ?? '', {
    tab,
    cursor: url.searchParams.get('cursor') ?? undefined,
    before: idFromText(url.searchParams.get('before')),
  });
  if (!pageData) return consoleNotFoundPage(t, 'sessions');
  const { session } = pageData;
  const path = `/console/sessions/${session.id}`;
  const pathOf = (name: SessionTab) => (name === 'story' ? path : `${path}?tab=${name}`);
  const tabParts: Readonly<Record<SessionTab, Child>> = {
    story: <Story url={url} pageData={pageData} />,
    sequence: <Sequence {...pageData} />,
    events: <SessionEvents url={url} now={now} pageData={pageData} />,
    facts: <SessionFacts pageData={pageData} publicUrl={services.settings.publicUrl} />,
    tests: <Probes pageData={pageData} />,
    compare: <CompareAttempts url={url} pageData={pageData} />,
  };
  return {
    title: `${t('field.label.session_id')} ${session.fields.identifier}`,
    area: 'sessions',
    live: `/console/live?session=${session.id}`,
    ...(refusal && { status: 409 }),
    body: (
      <>
        <Back {...listBefore(call)} />
        {refusal && <Notice kind="danger" text={refusal.detail} />}
        <SessionHead session={session} />
        <Tabs
          label={t('console.simulate.jump')}
          currentPath={pathOf(tab)}
          tabs={[
            ...sessionTabs.map((name) => [pathOf(name), t(`console.sessions.tabs.${name}`)] as const),
            [`/console/calls?session=${session.id}`, `${t('console.frame.areas.calls')} →`],
          ]}
        />
        {tabParts[tab]}
      </>
    ),
  };
}

const areas = ['sessions', 'deliveries', 'calls', 'trace'] as const;

/** Without a script, the browser's referrer keeps the list's filters. */
function listBefore({ bindings, basePath, url, t }: PageCall) {
  const { referer = '' } = bindings.incoming.headers;
  const previous = URL.canParse(referer) ? new URL(referer) : undefined;
  const area = areas.find((name) => previous?.pathname === basePath + pathOfArea(name));
  const list = new URL(pathOfArea(area ?? 'sessions'), url);
  if (area && previous) list.search = previous.search;
  return { to: urlWithQuery(list, {}), text: t(`console.frame.areas.${area ?? 'sessions'}`) };
}

const resendNotices: ReadonlyMap<string, string> = new Map([
  ['resend', 'resent'],
  ['resend_as_new', 'sent_as_new'],
  ['edit', 'sent_edited'],
]);

async function runSessionAction(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, t } = call;
  const { session_id = '' } = params;
  const path = `/console/sessions/${session_id}`;
  const action = form.get('do') ?? '';
  if (action === 'outcome') {
    const outcome = form.get('outcome');
    const result = await perform(forceOutcome, { params, body: { leg: Number(form.get('leg')), outcome } });
    return result.ok ? seeOther(path, `outcome_${outcome}`) : renderSession(call, result);
  }
  if (action === 'probe') {
    const probe = await perform(sendProbe, { body: { session_id, kind: form.get('kind') } });
    if (!probe.ok) return renderSession(call, probe);
    return seeOther(`${path}?tab=tests`, probe.data.passed === null ? 'probe_sent' : 'probe_answered');
  }
  if (action === 'experiment') {
    const experiment = await perform(runExperiments, { body: { delivery_id: form.get('delivery') ?? '' } });
    return experiment.ok ? experimentPage(call, experiment.data) : renderSession(call, experiment);
  }
  const notice = resendNotices.get(action);
  if (!notice) return consoleNotFoundPage(t, 'sessions');
  const raw_body = action === 'edit' ? normalizeLineEnds(form.get('raw_body')) : undefined;
  const body = { as_new: action !== 'resend', raw_body };
  const deliveryIds = form.getAll('delivery');
  let latestId = '';
  for (const delivery_id of deliveryIds) {
    const resend = await perform(resendDelivery, { params: { delivery_id }, body });
    if (!resend.ok) return renderSession(call, resend);
    latestId = resend.data.delivery_id;
  }
  if (deliveryIds.length > 1) return seeOther(`${path}?count=${deliveryIds.length}`, 'rows_resent');
  return seeOther(path, notice, `d-${latestId}`);
}
