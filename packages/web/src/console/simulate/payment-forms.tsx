import * as api from '@svc-simulator/contract';
import { currencies, isNameOf, namesOf, type ReceiverName, type RowOf } from '@svc-simulator/contract';
import { LinkButton, t } from '../../kit/parts.tsx';
import { type PageCall, rowsIn } from '../page-call.ts';
import { Panel, Tabs } from '../parts/parts.tsx';
import { QrLink } from '../parts/qr-link.tsx';
import type { TypedForm } from '../views/view-form.tsx';
import { type SimulateField, SimulateForm } from './fields.tsx';
import { nextIdentifier } from './typed.ts';

const presets = {
  button: { origin: 'button', amount: '10', minutes: '10', receiver: null },
  request: { origin: 'request', amount: '80', minutes: '10', receiver: null },
  soon: { origin: 'button', amount: '10', minutes: '5', receiver: null },
  captura: { origin: 'button', amount: '10', minutes: '10', receiver: 'captura' },
  fail: { origin: 'button', amount: '10', minutes: '10', receiver: 'fail' },
} as const;

export const offeredRows = { query: { limit: '50' } };

export async function proposeSession({ perform, services, url }: PageCall) {
  const q = url.searchParams.get('made');
  const [agreements, latest, keys, [latestSession], createdSessions] = await Promise.all([
    perform(api.listAgreements, offeredRows),
    perform(api.listDeliveries, { query: { limit: '1', by: 'all' } }),
    perform(api.getKeys),
    perform(api.listSessions, { query: { limit: '1' } }).then(rowsIn),
    q ? perform(api.listSessions, { query: { q, by: 'all', limit: '1' } }) : undefined,
  ]);
  const [session] = createdSessions ? rowsIn(createdSessions) : [];
  return {
    agreements: rowsIn(agreements),
    latestUrl: rowsIn(latest)[0]?.url ?? '',
    identifier: nextIdentifier(latestSession?.identifier),
    receiverUrl: (name: ReceiverName) => (keys.ok ? keys.data.receivers[name] : ''),
    createdUrl: session && session.id === q ? `${services.settings.publicUrl}/pay/${session.id}` : undefined,
  };
}

type FormProps = Readonly<{ typed: TypedForm | undefined }>;
type SessionFormProps = FormProps &
  Readonly<{ url: URL; session: Awaited<ReturnType<typeof proposeSession>> }>;

export function SessionForm({ url, typed, session }: SessionFormProps) {
  const { agreements, latestUrl, receiverUrl, createdUrl } = session;
  const presetName = url.searchParams.get('preset') ?? '';
  const presetPath = (preset: string) => `/console/simulate?preset=${preset}#session`;
  const { origin, amount, minutes, receiver } =
    presets[isNameOf(presets, presetName) ? presetName : 'button'];
  return (
    <Panel title={t('console.simulate.session.title')} name="session">
      {createdUrl && <CreatedSessionLink url={createdUrl} />}
      {agreements.length === 0 ? (
        <p>
          {t('console.simulate.session.noAgreement')}{' '}
          <a href="/console/agreements#add">{t('view.agreement.add')}</a>
        </p>
      ) : (
        <>
          <Tabs
            label={t('console.simulate.session.presets')}
            currentPath={presetPath(presetName)}
            tabs={namesOf(presets).map((name) => [
              presetPath(name),
              t(`console.simulate.session.presetNames.${name}`),
            ])}
          />
          <SimulateForm
            typed={typed}
            fields={[
              {
                name: 'origin',
                initialValue: origin,
                options: (['button', 'request'] as const).map((value) => [value, t(`word.origin.${value}`)]),
              },
              {
                name: 'agreement_id',
                initialValue: agreements[0]?.agreement_id,
                options: agreements.map(({ agreement_id: id, title }) => [id, `${title} (${id})`]),
              },
              amountField('amount_reference', amount),
              currencyField('currency_reference'),
              { name: 'identifier', initialValue: session.identifier },
              { name: 'description', initialValue: t('payer.example.description') },
              { name: 'duration_minutes', initialValue: minutes, inputmode: 'numeric', class: 'of-button' },
              {
                name: 'due_in_days',
                initialValue: '1',
                pointer: '/due_date_session',
                inputmode: 'numeric',
                class: 'of-request',
              },
              {
                name: 'webhook_url',
                initialValue: receiver === null ? latestUrl : receiverUrl(receiver),
                hint: t('console.simulate.session.webhookHint'),
              },
            ]}
            action="session"
            submit={t('console.simulate.session.submit')}
          />
        </>
      )}
    </Panel>
  );
}

function CreatedSessionLink({ url }: Readonly<{ url: string }>) {
  const { pathname, host } = new URL(url);
  const isReachable = !/^(localhost|127\.|\[::1\])/.test(host);
  return (
    <QrLink
      url={url}
      objectName={t('console.simulate.session.link')}
      scan={t('console.simulate.session.scan')}
      hint={t(isReachable ? 'console.simulate.session.scan' : 'console.simulate.session.scanHint')}
    >
      <h3>{t('event.session.created')}</h3>
      <p class="row">
        <LinkButton kind="primary" href={pathname} newWindow text={t('console.simulate.session.open')} />
        <LinkButton
          href={`/console/sessions/${pathname.split('/').at(-1)}`}
          text={t('console.simulate.session.showSession')}
        />
      </p>
    </QrLink>
  );
}

type ChargeFormProps = FormProps & Readonly<{ terminals: readonly RowOf<typeof api.listTerminals>[] | null }>;

export function ChargeForm({ typed, terminals }: ChargeFormProps) {
  return (
    <Panel title={t('console.simulate.charge.title')} name="charge">
      {terminals === null ? (
        <p>
          {t('console.simulate.charge.noMerchant')}{' '}
          <a href="/console/terminals">{t('console.simulate.charge.toMerchant')}</a>
        </p>
      ) : (
        <SimulateForm
          typed={typed}
          fields={[
            amountField('amountReference', '12.50'),
            currencyField('currencyReference'),
            {
              name: 'terminalSerial',
              options: [
                ['', t('console.simulate.charge.anyTerminal')],
                ...terminals.map(({ serial }) => serial),
              ],
            },
            { name: 'clientIdentification' },
          ]}
          action="charge"
          submit={t('console.simulate.charge.submit')}
        >
          <p class="soft">{t('console.simulate.charge.lead')}</p>
        </SimulateForm>
      )}
    </Panel>
  );
}

function amountField(name: string, initialValue: string): SimulateField {
  return { name, initialValue, hint: t('console.simulate.amountHint'), inputmode: 'decimal' };
}

function currencyField(name: string): SimulateField {
  const label = t('field.label.currency_reference');
  return { name, label, initialValue: 'USD', options: currencies };
}
