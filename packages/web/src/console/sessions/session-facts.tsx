import { type SessionFieldName, sessionFieldList } from '@svc-simulator/contract';
import { type AccountClock, type SessionRecord, type StatusSettings, statusData } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { CodeBlock, DueTime, Time } from '../parts/parts.tsx';

/** What is longer is shown whole only when somebody asks for it. */
const SHORT_CHARACTERS = 160;

interface FactsProps {
  readonly t: Texts;
  readonly session: SessionRecord;
  readonly clock: AccountClock | undefined;
  readonly publicUrl: string;
  readonly settings: StatusSettings;
}

/** What is known of a session, and what the status query answers about it. */
export function Facts({ t, session, clock, publicUrl, settings }: FactsProps) {
  const { fields, origin, accreditation, paymentMethods } = session;
  return (
    <section class="panel stack" aria-labelledby="facts-heading">
      <h2 id="facts-heading">{t('console.sessions.facts.heading')}</h2>
      <dl class="stack tight pairs">
        <Fact name={fields.identifier_label ?? t('console.sessions.facts.identifier')}>
          <LongText id="identifier" text={fields.identifier} />
        </Fact>
        <Fact name={t('console.sessions.facts.accreditation')}>
          {t(`word.accreditation.${accreditation}`)}
        </Fact>
        <Deadline t={t} session={session} clock={clock} />
        <Payment t={t} session={session} />
        {!fields.webhook_url && (
          <Fact name="webhook_url">
            <span class="soft">{t('console.sessions.facts.none')}</span>
          </Fact>
        )}
        <FurtherFields t={t} fields={fields} />
        <Fact name={t('console.sessions.facts.origin')}>{t(`word.origin.${origin}`)}</Fact>
        <Fact name={t('console.sessions.facts.methods')}>
          {paymentMethods.map((method) => t(`word.method.${method}`)).join(', ')}
        </Fact>
        <Fact name={t('console.sessions.facts.agreement')}>
          <code>{fields.agreement_id}</code>
        </Fact>
        <Fact name={t('console.sessions.facts.created')}>
          <Time atMs={session.createdAt} />
        </Fact>
      </dl>
      {session.credits && <Credits t={t} credits={session.credits} shape={settings.receiver_credits} />}
      <details id="status-json">
        <summary>{t('console.sessions.facts.json')}</summary>
        <CodeBlock
          t={t}
          what={t('console.sessions.facts.json')}
          text={JSON.stringify(statusData(session, { publicUrl }, settings), null, 2)}
        />
      </details>
    </section>
  );
}

/** Shown otherwise, or not at all. */
const shownElsewhere: readonly SessionFieldName[] = [
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

/** A row for each field that the merchant sent and that has no other place, under its declared name. */
function FurtherFields({ t, fields }: Pick<FactsProps, 't'> & Pick<SessionRecord, 'fields'>) {
  const sent = sessionFieldList().filter(({ name }) => fields[name] && !shownElsewhere.includes(name));
  return (
    <>
      {sent.map(({ name }) => (
        <Fact name={name.endsWith('_url') ? name : (t.maybe(`field.label.${name}`) ?? name)}>
          {name.endsWith('_url') ? (
            <Address id={name} url={String(fields[name])} />
          ) : (
            <LongText id={name} text={String(fields[name])} />
          )}
        </Fact>
      ))}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <div>
      <dt class="clamp">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An address that a merchant wrote: a text, since nobody should open a webhook's address by accident. */
function Address({ id, url }: { readonly id: string; readonly url: string }) {
  return (
    <code>
      <LongText id={id} text={url} />
    </code>
  );
}

/** A text of the merchant's: some lines of it, and the whole when it is pressed. */
function LongText({ id, text }: { readonly id: string; readonly text: string }) {
  if (text.length <= SHORT_CHARACTERS) return <>{text}</>;
  return (
    <details class="long" id={`whole-${id}`}>
      <summary>
        <span class="clamp">{text}</span>
      </summary>
    </details>
  );
}

function Deadline({ t, session, clock }: Omit<FactsProps, 'publicUrl' | 'settings'>) {
  const { expired, expiresAt, status, fields } = session;
  if (expired) {
    return (
      <Fact name={t('console.sessions.facts.expired')}>
        <Time atMs={expired.at} />{' '}
        <span class="soft">{t(`console.sessions.facts.reasons.${expired.reason}`)}</span>
      </Fact>
    );
  }
  const due = fields.due_date_session ? Date.parse(fields.due_date_session) : Number.NaN;
  return (
    <>
      {!Number.isNaN(due) && (
        <Fact name={t('console.sessions.facts.due')}>
          <Time atMs={due} />
        </Fact>
      )}
      {status === 'pending' && (
        <Fact name={t('console.sessions.facts.expires')}>
          {expiresAt === null ? (
            t('console.sessions.facts.never')
          ) : (
            <DueTime t={t} atMs={expiresAt} clock={clock} />
          )}
        </Fact>
      )}
    </>
  );
}

function Payment({ t, session }: Pick<FactsProps, 't' | 'session'>) {
  const { payment } = session;
  if (!payment) return null;
  return (
    <>
      <Fact name={t('console.sessions.facts.payment')}>
        {formatMoney(BigInt(payment.amountVesMinor), 'VES', t.lang)}, {t(`word.method.${payment.method}`)},{' '}
        {t(`console.sessions.facts.sources.${payment.source}`)}
        <br />
        <Time atMs={payment.at} />
      </Fact>
      {payment.bankName && (
        <Fact name={t('console.sessions.facts.bank')}>
          {payment.bankName} <span class="soft">({payment.bankCode})</span>
        </Fact>
      )}
      <Fact name={t('console.sessions.facts.reference')}>
        <code>{payment.bankReferenceId}</code>
      </Fact>
      {payment.userMessage && (
        <Fact name={t('console.sessions.facts.userMessage')}>{payment.userMessage}</Fact>
      )}
    </>
  );
}

interface CreditsProps {
  readonly t: Texts;
  readonly credits: NonNullable<SessionRecord['credits']>;
  /** In which programs read them. */
  readonly shape: StatusSettings['receiver_credits'];
}

/** Who received what at leg 2. */
function Credits({ t, credits, shape }: CreditsProps) {
  const money = (minor: string) => formatMoney(BigInt(minor), 'VES', t.lang);
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
            <strong class="figures">{money(netMinor)}</strong>
            <span class="soft small figures whole">
              {t('console.sessions.facts.gross')} {money(grossMinor)} · {t('console.sessions.facts.fee')}{' '}
              {money(feeMinor)}
            </span>
          </li>
        ))}
      </ul>
      <p class="soft small">
        {t(`console.sessions.facts.creditShapes.${shape}`)}{' '}
        <a href="/console/settings">{t('console.sessions.facts.creditSetting')}</a>
      </p>
    </div>
  );
}
