import {
  eventView,
  getKeys,
  listDeliveries,
  membersOf,
  type ReceiverName,
  receiverNames,
  receiverStatus,
  shortEvent,
  signatureVariantOf,
  webhookHeaders,
} from '@svc-simulator/contract';
import { type AccountRecord, type EventView, toEventView } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { CopyableCode, TextField, t } from '../../kit/parts.tsx';
import { type ConsolePage, type PageCall, type PageRoute, rowsIn } from '../page-call.ts';
import { CodeBlock, EventTime, Folded, Submit, ToneTag, withBreaks } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { DoctorForm } from './doctor-page.tsx';

export const receiversRoutes: readonly PageRoute[] = [{ path: '/console/receivers', get: receiversPage }];

async function receiversPage(call: PageCall): Promise<ConsolePage> {
  const { perform, account, t, now, url } = call;
  const [keys, latest] = await Promise.all([
    perform(getKeys),
    perform(listDeliveries, { query: { limit: '1', by: 'all' } }),
  ]);
  const receiverUrlOf = (name: ReceiverName) => (keys.ok ? keys.data.receivers[name] : '');
  const command = `session create --webhook-url ${receiverUrlOf('captura')}`;
  return renderListPage(
    call,
    { ...eventView, noun: 'receiver', filters: [], command },
    {
      area: 'receivers',
      query: { type: 'webhook.received', order: 'desc' },
      rows: (events) => (
        <div class="stack tight">
          <h2>{t('console.receivers.arrivals')}</h2>
          <ul class="lines events">
            {events.map((event) => (
              <ReceivedRow now={now} webhook={readReceivedWebhook(toEventView(event), account)} />
            ))}
          </ul>
        </div>
      ),
      before: (
        <ul class="panel columns even">
          {receiverNames.map((name) => (
            <li class="stack tight">
              <div class="spread">
                <h2>{t(`console.receivers.about.${name}`)}</h2>
                <ToneTag
                  tone={receiverStatus[name] < 300 ? 'good' : 'plain'}
                  text={`${t('console.receivers.answers')} ${receiverStatus[name]}`}
                />
              </div>
              <CopyableCode
                text={receiverUrlOf(name)
                  .split(account.id)
                  .map((part, at) => [at > 0 && <span class="cut">{account.id}</span>, withBreaks(part)])}
                objectName={`${t('field.label.address')} ${name}`}
              />
            </li>
          ))}
        </ul>
      ),
      after: (
        <>
          <ReceiverUrlForm url={url} baseUrl={receiverUrlOf('captura')} />
          <DoctorForm
            receiverUrl={rowsIn(latest)[0]?.url ?? ''}
            chosen="happy_path"
            blockedBy={call.services.doctor.reasonToRefuse(account)}
          />
        </>
      ),
    },
  );
}

/** Shows a form that builds the URL of a receiver. The query of the URL sets the receiver's response. */
function ReceiverUrlForm({ url, baseUrl }: Readonly<{ url: URL; baseUrl: string }>) {
  const names = ['answer_status', 'delay_ms', 'fail_times', 'answer_body'] as const;
  const typedValue = (name: (typeof names)[number]) => url.searchParams.get(name)?.trim() ?? '';
  const responseQuery = new URLSearchParams(
    names.filter((name) => typedValue(name) !== '').map((name): [string, string] => [name, typedValue(name)]),
  );
  const receiverUrl = `${baseUrl}?${responseQuery}`;
  return (
    <Folded title={t('console.receivers.program.title')} name="program" open={responseQuery.size > 0}>
      <p class="soft">{t('console.receivers.program.lead')}</p>
      <form method="get" action="/console/receivers#program" class="stack">
        <div class="grid">
          {names.map((name) => (
            <TextField
              name={name}
              label={t(`console.receivers.program.fields.${name}`)}
              value={typedValue(name)}
              inputmode={name === 'answer_body' ? 'text' : 'numeric'}
              maxlength={name === 'answer_body' ? 2000 : 5}
            />
          ))}
        </div>
        <Submit text={t('console.receivers.program.submit')} />
      </form>
      {responseQuery.size > 0 && (
        <>
          <p>{describeResponse(responseQuery, t)}</p>
          <CodeBlock text={receiverUrl} objectName={t('console.examination.url')} />
          <p>
            <a href={`/console/simulate?${new URLSearchParams({ webhook_url: receiverUrl })}#session`}>
              {t('console.receivers.program.use')}
            </a>
          </p>
        </>
      )}
    </Folded>
  );
}

function describeResponse(responseQuery: URLSearchParams, t: Texts): string {
  const delayMs = Number(responseQuery.get('delay_ms') ?? 0) || 0;
  const times = Number(responseQuery.get('fail_times') ?? 0) || 0;
  return t('console.receivers.program.summary', {
    times,
    status: responseQuery.get('answer_status') ?? (times > 0 ? '500' : '200'),
    wait: delayMs > 0 ? 'some' : 'none',
    span: durationText(delayMs, t.lang),
  });
}

const SHOWN_BODY_CHARACTERS = 4000;

/** `none`: there is no signature. `cut`: the stored body is incomplete, so the signature can't be checked. */
const signatureTones = { genuine: 'good', wrong: 'bad', none: 'plain', cut: 'plain' } as const;

function ReceivedRow({ now, webhook }: Readonly<{ now: number; webhook: ReceivedWebhook }>) {
  const { event, rawBody, bytes, wholeLength, signature } = webhook;
  const { id, sessionId, data } = event;
  const body = rawBody ?? bytes.toString('base64');
  const isLong = body.length > SHOWN_BODY_CHARACTERS;
  const headers = Object.entries(data.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const labelWithEvent = (label: string) => `${label} (${t('console.trace.event')} ${id})`;
  return (
    <li>
      <details id={`received-${id}`}>
        <summary id={`received-${id}-line`}>
          <span class="event-row">
            <EventTime atMs={event.at} now={now} />
            <strong class="clamp two">
              {withBreaks(webhook.name ? shortEvent(webhook.name) : t('console.receivers.noWebhook'))}
            </strong>
            <span class="row">
              <code class="soft">{data.receiver}</code>
              <ToneTag
                tone={signatureTones[signature]}
                text={t(`console.receivers.signature.${signature}`)}
              />
            </span>
          </span>
        </summary>
        <div class="stack event-details">
          <p class="row">
            {sessionId && <a href={`/console/sessions/${sessionId}`}>{t('console.trace.itsSession')}</a>}
            <a href={`/console/trace/${id}`}>
              {t('console.trace.event')} {id}
            </a>
          </p>
          <h2 class="small">{t('console.receivers.rawBody')}</h2>
          <CodeBlock
            id={`received-${id}-body`}
            text={isLong ? `${body.slice(0, SHOWN_BODY_CHARACTERS)}…` : body}
            objectName={labelWithEvent(t('console.receivers.rawBody'))}
          />
          {rawBody === null && <p>{t('console.receivers.notText')}</p>}
          {isLong && (
            <p>
              <a href={`/console/trace/${id}`}>{t('console.trace.showWholeEvent')}</a>
            </p>
          )}
          {wholeLength !== undefined && <p>{t('console.receivers.bodyCut', { bytes: wholeLength })}</p>}
          <h2 class="small">{t('console.delivery.evidence.headers')}</h2>
          <CodeBlock
            text={headers.join('\n')}
            objectName={labelWithEvent(t('console.delivery.evidence.headers'))}
          />
        </div>
      </details>
    </li>
  );
}

type ReceivedWebhook = ReturnType<typeof readReceivedWebhook>;

/**
 * Reads a `webhook.received` event and checks its signature. In the result, `name` is undefined if the
 * request wasn't a webhook of the simulator. `rawBody` is null if the body is binary. `wholeLength` is set if
 * the stored body is incomplete.
 */
function readReceivedWebhook(event: EventView, account: AccountRecord) {
  const { headers = {}, raw_body_base64: base64, raw_body_length: wholeLength } = event.data;
  const { raw_body: rawBody = base64 === undefined ? '' : null } = event.data;
  const bytes = rawBody === null ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(rawBody);
  const signature = checkReceivedSignature(headers, wholeLength === undefined ? bytes : null, account);
  return { event, name: eventNameFromBody(rawBody ?? ''), rawBody, bytes, wholeLength, signature };
}

function checkReceivedSignature(
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
  { webhookSecret, previousWebhookSecret: previous }: AccountRecord,
): keyof typeof signatureTones {
  const signature = headers[webhookHeaders.signature];
  if (!signature) return 'none';
  if (body === null) return 'cut';
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const secrets = previous ? [webhookSecret, previous.secret] : [webhookSecret];
  return secrets.some((secret) => signatureVariantOf({ secret, signature, body, timestamp }))
    ? 'genuine'
    : 'wrong';
}

function eventNameFromBody(text: string): string | undefined {
  try {
    const { event } = membersOf(JSON.parse(text.replace(/^\uFEFF/, '')));
    return typeof event === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}
