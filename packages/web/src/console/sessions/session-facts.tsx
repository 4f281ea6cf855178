import { labelOf, type SessionFieldName, sessionFieldList } from '@svc-simulator/contract';
import { type AccountClock, dueDateOf, type SessionRecord, statusData } from '@svc-simulator/core';
import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { type FactRow, LongText, t } from '../../kit/parts.tsx';
import { JsonBlock } from '../parts/json-block.tsx';
import { DueTime, FactList, Panel, Time } from '../parts/parts.tsx';

type FactsProps = Readonly<{ pageData: SessionPageData; publicUrl: string }>;

export function SessionFacts({ pageData, publicUrl }: FactsProps) {
  const { session, clock, settings } = pageData;
  const { id, fields, origin, accreditation, paymentMethods } = session;
  const noUrl = <span class="soft">{t('console.sessions.facts.none')}</span>;
  const methods = paymentMethods.map((method) => t(`word.method.${method}`));
  const label = <span class="clamp">{fields.identifier_label ?? t('field.label.identifier')}</span>;
  return (
    <div class="columns even" data-live="facts">
      <Panel title={t('console.sessions.facts.heading')} name="facts">
        <FactList
          class="pairs"
          facts={[
            [label, <LongText id="whole-identifier" text={fields.identifier} />],
            [t('console.sessions.page.id'), <code>{id}</code>],
            [t('field.label.accreditation'), t(`word.accreditation.${accreditation}`)],
            ...deadlineFacts(session, clock),
            ...paymentFacts(session),
            [labelOf(t, 'session', 'webhook_url'), fields.webhook_url ? null : noUrl],
            ...furtherFields(fields),
            [t('field.label.origin'), t(`word.origin.${origin}`)],
            [t('field.label.payment_methods'), methods.join(', ')],
            [t('field.label.agreement_id'), <code>{fields.agreement_id}</code>],
            [t('field.label.created_at'), <Time atMs={session.createdAt} />],
          ]}
        />
        <Credits session={session} settings={settings} />
      </Panel>
      <Panel title={t('console.sessions.facts.json')}>
        <JsonBlock
          objectName={t('console.sessions.facts.json')}
          text={JSON.stringify(statusData(session, { publicUrl }, settings))}
        />
      </Panel>
    </div>
  );
}

const fieldsShownElsewhere: readonly SessionFieldName[] = [
  'amount_reference',
  'currency_reference',
  'identifier',
  'identifier_label',
  'agreement_id',
  'title',
  'split',
  'duration_minutes',
  'due_date_session',
  'due_date_reached_behavior',
];

function furtherFields(fields: SessionRecord['fields']): readonly FactRow[] {
  const names = sessionFieldList().map(({ name }) => name);
  return names
    .filter((name) => fields[name] && !fieldsShownElsewhere.includes(name))
    .map((name) => {
      const text = <LongText id={`whole-${name}`} text={String(fields[name])} />;
      // A URL is plain text here, so that nobody opens a webhook's URL by accident.
      return [labelOf(t, 'session', name), name.endsWith('_url') ? <code>{text}</code> : text];
    });
}

function deadlineFacts(session: SessionRecord, clock: AccountClock | undefined): readonly FactRow[] {
  const { expired, expiresAt, status, fields } = session;
  if (expired) {
    const reason = <span class="soft">{t(`event.by.${expired.reason}`)}</span>;
    return [[t('console.sessions.facts.expired'), [<Time atMs={expired.at} />, ' ', reason]]];
  }
  const due = dueDateOf(fields);
  const expires =
    expiresAt === null ? t('console.sessions.facts.never') : <DueTime atMs={expiresAt} clock={clock} />;
  return [
    [t('field.label.due_date_session'), due === null ? null : <Time atMs={due} />],
    [t('console.sessions.facts.expires'), status === 'pending' ? expires : null],
  ];
}

function paymentFacts({ payment }: SessionRecord): readonly FactRow[] {
  if (!payment) return [];
  const { amountVesMinor, method, source, at, bankName, bankCode, bankReferenceId, userMessage } = payment;
  const methodAndSource = `${t(`word.method.${method}`)}, ${t(`event.by.${source}`)}`;
  return [
    [
      t('console.sessions.facts.payment'),
      <>
        {formatMoney(BigInt(amountVesMinor), 'VES', t.lang)}, {methodAndSource}
        <br />
        <Time atMs={at} />
      </>,
    ],
    [t('console.sessions.facts.bank'), bankName && `${bankName} (${bankCode})`],
    [t('console.sessions.facts.reference'), <code>{bankReferenceId}</code>],
    [t('console.sessions.facts.userMessage'), userMessage],
  ];
}

function Credits({ session: { credits }, settings }: Pick<SessionPageData, 'session' | 'settings'>) {
  if (!credits) return null;
  const formatVes = (minor: string) => formatMoney(BigInt(minor), 'VES', t.lang);
  return (
    <div class="stack">
      <h3>{t('console.sessions.facts.credits')}</h3>
      <ul class="lines">
        {credits.map(({ receiverId, memo, grossMinor, feeMinor, netMinor }) => (
          <li class="spread">
            <span>
              {memo && <span class="clamp one">{memo}</span>}
              <code class="small">{receiverId}</code>
            </span>
            <strong class="figures">{formatVes(netMinor)}</strong>
            <span class="soft small figures whole">
              {t('console.sessions.facts.gross')} {formatVes(grossMinor)} · {t('console.sessions.facts.fee')}{' '}
              {formatVes(feeMinor)}
            </span>
          </li>
        ))}
      </ul>
      <p class="soft small">
        {t(`console.sessions.facts.creditShapes.${settings.receiver_credits}`)}{' '}
        <a href="/console/settings">{t('console.sessions.facts.creditSetting')}</a>
      </p>
    </div>
  );
}
