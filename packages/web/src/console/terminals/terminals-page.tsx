import {
  createConsoleMerchant,
  type Form,
  getConsoleMerchant,
  type listTerminals,
  pairTerminal,
  type RowOf,
  terminalView,
  unpairTerminal,
} from '@svc-simulator/contract';
import { CopyButton, LinkButton, t } from '../../kit/parts.tsx';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Action, PageHead, Panel } from '../parts/parts.tsx';
import { QrLink } from '../parts/qr-link.tsx';
import { listPage } from '../views/list-page.tsx';
import { ViewFacts } from '../views/shown-value.tsx';
import { sendForm, type TypedForm, ViewForm } from '../views/view-form.tsx';

/** `/console/terminals`: the terminals of the account's merchant, and pairing them as the merchant's backend does. */
export const terminalsRoutes: readonly PageRoute[] = [
  { path: '/console/terminals', get: (call) => terminalsPage(call, {}), post: pair },
  { path: '/console/terminals/unlink', post: unlink },
  { path: '/console/terminals/merchant', post: makeMerchant },
];

interface PairingState {
  /** It was made; shown in this answer only. */
  readonly made?: CodeProps;
  readonly typed?: TypedForm;
}

const pairingForm: Form = { operation: pairTerminal, fields: ['serial'] };

async function terminalsPage(call: PageCall, { made, typed }: PairingState): Promise<ConsolePage> {
  const { perform, account, t } = call;
  if (account.merchantId === undefined) return noMerchantPage(call);
  const merchant = await perform(getConsoleMerchant);
  const page = await listPage(call, terminalView, {
    ...terminalPages,
    before: made && <Code {...made} />,
    // With a fault it is what is looked at.
    [typed ? 'before' : 'form']: (
      <Panel title={t('practice.terminal_paired.title')}>
        <ViewForm
          noun="terminal"
          form={pairingForm}
          to="/console/terminals"
          submit={t('console.terminals.newCode')}
          typed={typed}
        />
      </Panel>
    ),
    actions: (terminal) => <Actions terminal={terminal} />,
    after: (
      <>
        <TerminalLink />
        {merchant.ok && (
          <Panel title={t('console.terminals.merchant.mine')}>
            <ViewFacts noun="merchant" facts={merchantFacts} row={merchant.data} />
          </Panel>
        )}
      </>
    ),
  });
  return typed ? { ...page, status: 400 } : page;
}

/** `POST …/pairing`: shows the code in the response, so that no URL contains it. */
async function pair(call: PageCall): Promise<PageAnswer> {
  const { perform, account, form, services } = call;
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  // From a row of the list the serial comes as it is; typed, without the space that a clipboard brings along.
  const serial = form.get('known_serial') ?? form.get('serial')?.trim() ?? '';
  const made = await perform(pairTerminal, { params: { serialNumber: serial }, body: { serial } });
  if (!made.ok) {
    const faults = { '/serial': made.faults['/serial'] ?? made.detail };
    return terminalsPage(call, { typed: { values: new URLSearchParams({ serial }), faults } });
  }
  const { publicUrl } = services.settings;
  return terminalsPage(call, { made: { code: made.data.code, serial, publicUrl } });
}

async function unlink({ perform, t, form }: PageCall): Promise<PageAnswer> {
  const done = await perform(unpairTerminal, { params: { serialNumber: form.get('known_serial') ?? '' } });
  return done.ok ? seeOther('/console/terminals', 'terminal_unlinked') : missingPage(t, 'terminals');
}

const merchantForm: Form = {
  operation: createConsoleMerchant,
  fields: ['legalName', 'taxId', 'email', 'password', 'phone', 'address'],
};

const merchantFacts = [
  { field: 'legalName', kind: 'text' },
  { field: 'taxId', kind: 'text' },
  { field: 'email', kind: 'text' },
  { field: 'merchantId', kind: 'code', value: ({ id }: { readonly id: string }) => id },
] as const;

function noMerchantPage({ t }: PageCall, typed?: TypedForm, status = 200): ConsolePage {
  const title = t('view.terminal.title');
  const body = (
    <>
      <PageHead title={title} lead={t('console.terminals.merchant.why')} />
      <Panel title={t('console.simulate.charge.toMerchant')} class="narrow">
        <p class="soft">{t('console.terminals.merchant.text')}</p>
        <ViewForm
          noun="merchant"
          form={merchantForm}
          to="/console/terminals/merchant"
          submit={t('console.simulate.charge.toMerchant')}
          typed={typed}
        />
      </Panel>
    </>
  );
  return { title, area: 'terminals', status, live: null, body };
}

async function makeMerchant(call: PageCall): Promise<PageAnswer> {
  // Another window may have made it meanwhile.
  if (call.account.merchantId !== undefined) return seeOther('/console/terminals');
  const { typed, status } = await sendForm(call, merchantForm);
  return typed ? noMerchantPage(call, typed, status) : seeOther('/console/terminals', 'merchant_made');
}

interface CodeProps {
  readonly code: string;
  readonly serial: string;
  readonly publicUrl: string;
}

function Code({ code, serial, publicUrl }: CodeProps) {
  // Serial and code stand behind the `#`: a browser sends that to nobody, so that no log of a proxy has them.
  const url = `${publicUrl}/terminal#${new URLSearchParams({ serial, code })}`;
  return (
    <section class="panel stack" role="status">
      <h2>
        {t('console.terminals.code.title')} <span class="serial">{serial}</span>
      </h2>
      <p class="row">
        <strong class="code-digits">{code}</strong>
        <CopyButton text={code} what={t('console.terminals.code.title')} />
      </p>
      <p>{t('console.terminals.code.text')}</p>
      <QrLink url={url} what={t('console.terminals.code.link')} scan={t('console.terminals.code.scan')}>
        <p>
          <LinkButton kind="primary" href={url} apart text={t('console.terminals.code.pairHere')} />
        </p>
      </QrLink>
    </section>
  );
}

function Actions({ terminal: { serial, status } }: Readonly<{ terminal: RowOf<typeof listTerminals> }>) {
  const shared = { fields: { known_serial: serial }, kind: 'quiet' } as const;
  const unlinking = t(status === 'LINKED' ? 'console.terminals.unlink' : 'console.terminals.voidCode');
  return (
    <div class="row">
      {status !== 'LINKED' && (
        <Action
          {...shared}
          to="/console/terminals"
          text={t('console.terminals.newCode')}
          id={`code-${serial}`}
        />
      )}
      {status !== 'UNLINKED' && (
        <Action {...shared} to="/console/terminals/unlink" text={unlinking} id={`unlink-${serial}`} />
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
  after: <TerminalLink />,
} as const;

/** The virtual terminal, in a window of its own. */
function TerminalLink() {
  return (
    <p>
      <LinkButton href="/terminal" apart text={t('console.terminals.open')} />
    </p>
  );
}
