import { currencies, isNameOf, namesOf } from '@svc-simulator/contract';
import type { AgreementRecord } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { CodeBlock, Panel, Submit } from '../parts/parts.tsx';
import type { Typed } from './typed.ts';

/** What the examples put into the form. */
const presets = {
  button: { origin: 'button', amount: '10', minutes: '10', receiver: null },
  request: { origin: 'request', amount: '80', minutes: '10', receiver: null },
  soon: { origin: 'button', amount: '10', minutes: '5', receiver: null },
  captura: { origin: 'button', amount: '10', minutes: '10', receiver: 'captura' },
  fail: { origin: 'button', amount: '10', minutes: '10', receiver: 'fail' },
} as const;

export interface NewSession {
  readonly agreements: readonly AgreementRecord[];
  /** Addresses that take webhooks: first what is proposed (empty: none), then the account's own receivers by name. */
  readonly latestUrl: string;
  readonly receiverUrl: (name: 'captura' | 'fail') => string;
  /** The one that was just made. */
  readonly made: MadeSession | undefined;
}

export interface MadeSession {
  readonly id: string;
  readonly url: string;
  /** A data URI. */
  readonly qr: string;
  /** Whether other machines can open the address. */
  readonly isReachable: boolean;
}

interface SessionFormProps {
  readonly t: Texts;
  readonly url: URL;
  readonly typed: Typed;
  readonly session: NewSession;
}

/** A session, made of a form that is filled in already. */
export function SessionForm({ t, url, typed, session }: SessionFormProps) {
  const { agreements, latestUrl, receiverUrl, made } = session;
  const chosen = url.searchParams.get('preset') ?? '';
  const { origin, amount, minutes, receiver } = presets[isNameOf(presets, chosen) ? chosen : 'button'];
  const currency = typed.field('currency_reference', 'USD');
  const kind = typed.field('origin', origin);
  const agreement = typed.field('agreement_id', agreements[0]?.id);
  return (
    <Panel title={t('console.simulate.session.title')} name="session">
      {made && <Made t={t} made={made} />}
      {agreements.length === 0 ? (
        <p>
          {t('console.simulate.session.noAgreement')}{' '}
          <a href="#agreement">{t('console.simulate.session.toAgreement')}</a>
        </p>
      ) : (
        <>
          <nav aria-label={t('console.simulate.session.presets')}>
            <ul class="pills">
              {namesOf(presets).map((name) => (
                <li>
                  <a
                    href={`/console/simulate?preset=${name}#session`}
                    aria-current={name === chosen ? 'true' : undefined}
                  >
                    {t(`console.simulate.session.presetNames.${name}`)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <form method="post" action="/console/simulate" class="stack" novalidate>
            <div class="grid">
              <SelectField
                {...kind}
                label={t('console.simulate.session.origin')}
                chosen={kind.value}
                options={(['button', 'request'] as const).map((value) => [value, t(`word.origin.${value}`)])}
              />
              <SelectField
                {...agreement}
                label={t('console.simulate.session.agreement')}
                chosen={agreement.value}
                options={agreements.map(({ id, fields }) => [id, `${fields.title} (${id})`])}
              />
              <TextField
                {...typed.field('amount_reference', amount)}
                label={t('console.simulate.session.amount')}
                hint={t('console.simulate.session.amountHint')}
                inputmode="decimal"
              />
              <SelectField
                {...currency}
                label={t('console.simulate.session.currency')}
                chosen={currency.value}
                options={currencies.map((code) => [code, code])}
              />
              <TextField
                {...typed.field('identifier', 'A-1001')}
                label={t('console.simulate.session.identifier')}
              />
              <TextField
                {...typed.field('description', t('console.simulate.session.proposed'))}
                label={t('console.simulate.session.description')}
              />
              <div class="of-button">
                <TextField
                  {...typed.field('duration_minutes', minutes)}
                  label={t('console.simulate.session.minutes')}
                  inputmode="numeric"
                />
              </div>
              <div class="of-request">
                <TextField
                  {...typed.field('due_in_days', '1', '/due_date_session')}
                  label={t('console.simulate.session.days')}
                  inputmode="numeric"
                />
              </div>
            </div>
            <TextField
              {...typed.field('webhook_url', receiver === null ? latestUrl : receiverUrl(receiver))}
              label={t('console.simulate.session.webhook')}
              hint={t('console.simulate.session.webhookHint')}
              spellcheck={false}
            />
            <p>
              <Submit kind="primary" name="do" value="session" text={t('console.simulate.session.submit')} />
            </p>
          </form>
        </>
      )}
    </Panel>
  );
}

function Made({ t, made: { id, url, qr, isReachable } }: { readonly t: Texts; readonly made: MadeSession }) {
  return (
    <div class="box good made" id="made">
      <img src={qr} alt={t('console.simulate.session.scan')} width="148" height="148" />
      <div class="stack">
        <h3>{t('console.simulate.session.made')}</h3>
        <p class="row">
          <a class="button primary" href={`/pay/${id}`} target="_blank" rel="noreferrer">
            {t('console.simulate.session.open')}
          </a>
          <a class="button" href={`/console/sessions/${id}`}>
            {t('console.simulate.session.see')}
          </a>
        </p>
        <CodeBlock t={t} text={url} what={t('console.simulate.session.link')} />
        <p class="soft small">
          {isReachable ? t('console.simulate.session.scan') : t('console.simulate.session.scanHint')}
        </p>
      </div>
    </div>
  );
}
