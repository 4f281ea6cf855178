import * as api from '@svc-simulator/contract';
import { type FormDeclaration, type RowOf, terminalView } from '@svc-simulator/contract';
import { CopyButton, LinkButton, t } from '../../kit/parts.tsx';
import { consoleNotFoundPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { ButtonForm, PageHead, Panel } from '../parts/parts.tsx';
import { QrLink } from '../parts/qr-link.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { ViewFacts } from '../views/render-value.tsx';
import { sendForm, type TypedForm, ViewForm } from '../views/view-form.tsx';

export const terminalsRoutes: readonly PageRoute[] = [
  { path: '/console/terminals', get: (call) => terminalsPage(call, {}), post: pairByForm },
  { path: '/console/terminals/unlink', post: unlinkByForm },
  { path: '/console/terminals/merchant', post: createMerchantByForm },
];

type PairingState = Readonly<{ pairingCode?: PairingCodeProps; form?: TypedForm }>;

const pairingForm: FormDeclaration = { operation: api.pairTerminal, fields: ['serial'] };

async function terminalsPage(call: PageCall, { pairingCode, form }: PairingState): Promise<ConsolePage> {
  const { perform, account, t } = call;
  if (account.merchantId === undefined) return noMerchantPage(call);
  const merchant = await perform(api.getConsoleMerchant);
  const page = await renderListPage(call, terminalView, {
    ...terminalPages,
    before: pairingCode && <PairingCodePanel {...pairingCode} />,
    [form ? 'before' : 'form']: (
      <div class="columns even">
        <Panel title={t('practice.terminal_paired.title')}>
          <ViewForm
            noun="terminal"
            form={pairingForm}
            to="/console/terminals"
            submit={t('console.terminals.newCode')}
            typed={form}
          />
        </Panel>
        {merchant.ok && (
          <Panel title={t('console.terminals.merchant.mine')}>
            <ViewFacts noun="merchant" facts={merchantFacts} row={merchant.data} />
          </Panel>
        )}
      </div>
    ),
    actions: (terminal) => <TerminalActions terminal={terminal} />,
  });
  return form ? { ...page, status: 400 } : page;
}

/**
 * Creates a pairing code, and shows the code in the response instead of redirecting, so that no URL contains
 * it.
 */
async function pairByForm(call: PageCall): Promise<PageAnswer> {
  const { perform, account, form, services } = call;
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  // Trims only a typed serial, because pasted text can have spaces around it. A serial from the list is
  // exact.
  const serial = form.get('known_serial') ?? form.get('serial')?.trim() ?? '';
  const pairing = await perform(api.pairTerminal, { params: { serialNumber: serial }, body: { serial } });
  if (!pairing.ok) {
    const faults = { '/serial': pairing.faults['/serial'] ?? pairing.detail };
    return terminalsPage(call, { form: { values: new URLSearchParams({ serial }), faults } });
  }
  const { publicUrl } = services.settings;
  return terminalsPage(call, { pairingCode: { code: pairing.data.code, serial, publicUrl } });
}

async function unlinkByForm({ perform, t, form }: PageCall): Promise<PageAnswer> {
  const result = await perform(api.unpairTerminal, {
    params: { serialNumber: form.get('known_serial') ?? '' },
  });
  return result.ok
    ? seeOther('/console/terminals', 'terminal_unlinked')
    : consoleNotFoundPage(t, 'terminals');
}

const merchantForm: FormDeclaration = {
  operation: api.createConsoleMerchant,
  fields: ['legalName', 'taxId', 'email', 'password', 'phone', 'address'],
};

const merchantFacts = [
  { field: 'legalName', kind: 'text' },
  { field: 'taxId', kind: 'text' },
  { field: 'email', kind: 'text' },
  { field: 'merchantId', kind: 'code', layout: 'long', value: ({ id }: { readonly id: string }) => id },
] as const;

function noMerchantPage({ t }: PageCall, form?: TypedForm, status = 200): ConsolePage {
  const title = t('view.terminal.title');
  const body = (
    <>
      <PageHead title={title} lead={t('console.terminals.merchant.noMerchant')} />
      <Panel title={t('console.simulate.charge.toMerchant')} class="narrow">
        <p class="soft">{t('console.terminals.merchant.text')}</p>
        <ViewForm
          noun="merchant"
          form={merchantForm}
          to="/console/terminals/merchant"
          submit={t('console.simulate.charge.toMerchant')}
          typed={form}
        />
      </Panel>
    </>
  );
  return { title, area: 'terminals', status, live: null, body };
}

async function createMerchantByForm(call: PageCall): Promise<PageAnswer> {
  // The merchant may already have been created in another tab.
  if (call.account.merchantId !== undefined) return seeOther('/console/terminals');
  const { typed, status } = await sendForm(call, merchantForm);
  return typed ? noMerchantPage(call, typed, status) : seeOther('/console/terminals', 'merchant_made');
}

type PairingCodeProps = Readonly<{ code: string; serial: string; publicUrl: string }>;

function PairingCodePanel({ code, serial, publicUrl }: PairingCodeProps) {
  // The fragment keeps serial and code out of server and proxy logs.
  const url = `${publicUrl}/terminal#${new URLSearchParams({ serial, code })}`;
  return (
    <section class="panel stack" role="status">
      <h2>
        {t('console.terminals.code.title')} <span class="serial">{serial}</span>
      </h2>
      <p class="row">
        <strong class="code-digits">{code}</strong>
        <CopyButton text={code} objectName={t('console.terminals.code.title')} />
      </p>
      <p>{t('console.terminals.code.text')}</p>
      <QrLink url={url} objectName={t('console.terminals.code.link')} scan={t('console.terminals.code.scan')}>
        <p>
          <LinkButton kind="primary" href={url} newWindow text={t('console.terminals.code.pairHere')} />
        </p>
      </QrLink>
    </section>
  );
}

function TerminalActions({ terminal }: Readonly<{ terminal: RowOf<typeof api.listTerminals> }>) {
  const { serial, status } = terminal;
  const path = '/console/terminals';
  const shared = { fields: { known_serial: serial }, kind: 'quiet' } as const;
  const unlinkText = t(status === 'LINKED' ? 'console.terminals.unlink' : 'console.terminals.voidCode');
  return (
    <div class="row">
      {status !== 'LINKED' && (
        <ButtonForm {...shared} id={`code-${serial}`} to={path} text={t('console.terminals.newCode')} />
      )}
      {status !== 'UNLINKED' && (
        <ButtonForm {...shared} id={`unlink-${serial}`} to={`${path}/unlink`} text={unlinkText} />
      )}
    </div>
  );
}

export const terminalPages = {
  area: 'terminals',
  tabs: [
    ['/console/terminals', 'terminal'],
    ['/console/transactions', 'transaction'],
    ['/console/batches', 'batch'],
  ],
  create: <TerminalLink />,
} as const;

function TerminalLink() {
  return <LinkButton href="/terminal" newWindow text={t('kit.places.terminal')} />;
}
