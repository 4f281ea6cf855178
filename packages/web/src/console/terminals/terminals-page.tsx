import { type MerchantRecord, type TerminalRecord, terminalStateAt } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { PairingLink } from '@svc-simulator/server/terminals/pairing-link.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { pageTexts } from '../page-texts.ts';
import { CodeBlock, CopyButton } from '../parts/copy.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { TextField } from '../parts/field.tsx';
import { List } from '../parts/list.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Action, Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { AreaHead } from './area-head.tsx';

/** What a request for a pairing code came to. */
export interface PairingState {
  readonly serial?: string;
  /** Six digits, shown in this answer only. */
  readonly code?: string;
  /** Opens a virtual terminal that pairs itself with it. */
  readonly link?: PairingLink;
  readonly fault?: string;
}

interface TerminalsProps {
  readonly lang: Language;
  readonly url: URL;
  readonly now: number;
  readonly merchant: MerchantRecord;
  readonly page: Page<TerminalRecord>;
  readonly pairing: PairingState;
}

/** The terminals of a merchant, and how to pair another one. */
export function TerminalsPage({ lang, url, now, merchant, page, pairing }: TerminalsProps) {
  const t = pageTexts(lang);
  return (
    <>
      <AreaHead lang={lang} here="terminals" />
      {pairing.code && (
        <Code lang={lang} code={pairing.code} serial={pairing.serial ?? ''} link={pairing.link} />
      )}
      <PairingForm lang={lang} pairing={pairing} />
      <List
        {...{ lang, url, page }}
        empty="console.terminals"
        name="terminals"
        label={t('console.terminals.tabs.terminals')}
        command="npx sim pos pair"
      >
        <TerminalTable lang={lang} now={now} terminals={page.items} />
      </List>
      <Merchant lang={lang} merchant={merchant} />
    </>
  );
}

interface CodeProps {
  readonly lang: Language;
  readonly code: string;
  readonly serial: string;
  readonly link: PairingLink | undefined;
}

function Code({ lang, code, serial, link }: CodeProps) {
  const t = pageTexts(lang);
  return (
    <section class="panel stack" role="status">
      <h2>
        {t('console.terminals.code.title')} <span class="serial">{serial}</span>
      </h2>
      <p class="row">
        <strong class="code-digits">{code}</strong>
        <CopyButton lang={lang} text={code} what={t('console.terminals.code.title')} />
      </p>
      <p>{t('console.terminals.code.text')}</p>
      {link && (
        <div class={link.qr ? 'box good made' : undefined}>
          {link.qr && <img src={link.qr} alt={t('console.terminals.code.scan')} width="148" height="148" />}
          <div class="stack">
            <p>
              <a class="button primary" href={link.url} target="_blank" rel="noopener">
                {t('console.terminals.code.pairHere')}
              </a>
            </p>
            <p class="soft small">{t('console.terminals.code.scan')}</p>
            <CodeBlock lang={lang} text={link.url} what={t('console.terminals.code.link')} />
          </div>
        </div>
      )}
    </section>
  );
}

function PairingForm({ lang, pairing }: Pick<TerminalsProps, 'lang' | 'pairing'>) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.terminals.pairing.title')}>
      <form method="post" action="/console/terminals" class="one-field">
        <TextField
          name="serial"
          label={t('console.terminals.pairing.serial')}
          hint={t('console.terminals.pairing.hint')}
          fault={pairing.fault}
          value={pairing.fault ? pairing.serial : undefined}
          maxlength={500}
          spellcheck={false}
          required
        />
        <Submit kind="primary" text={t('console.terminals.pairing.submit')} />
      </form>
    </Panel>
  );
}

function Merchant({ lang, merchant }: Pick<TerminalsProps, 'lang' | 'merchant'>) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.terminals.merchant.mine')}>
      <FactList
        class="wide"
        facts={[
          [t('console.terminals.merchant.labels.legalName'), <span class="clamp">{merchant.legalName}</span>],
          [t('console.terminals.merchant.labels.taxId'), <span class="clamp">{merchant.taxId}</span>],
          [t('console.terminals.merchant.labels.email'), <span class="clamp">{merchant.email}</span>],
          ['merchantId', <span class="mono">{merchant.id}</span>],
        ]}
      />
    </Panel>
  );
}

const tones = { linked: 'good', pairing: 'wait', unlinked: 'plain' } as const;

interface TerminalTableProps {
  readonly lang: Language;
  readonly now: number;
  readonly terminals: readonly TerminalRecord[];
}

/** Terminals with their state, and what can be done with each. */
function TerminalTable({ lang, now, terminals }: TerminalTableProps) {
  const t = pageTexts(lang);
  return (
    <Table
      rows={terminals.map((terminal) => ({ terminal, state: terminalStateAt(terminal, now) }))}
      columns={[
        {
          head: t('console.terminals.columns.serial'),
          kind: 'whole',
          cell: ({ terminal }) => <span class="serial clamp">{terminal.serial}</span>,
        },
        {
          head: t('console.terminals.columns.state'),
          cell: ({ terminal: { code }, state }) => (
            <span>
              <Tag tone={tones[state]} text={t(`console.terminals.states.${state}`)} />{' '}
              {state === 'pairing' && code && (
                <span class="soft small whole">
                  {t('console.terminals.until')} <Time atMs={code.expiresAt} />
                </span>
              )}
            </span>
          ),
        },
        {
          head: t('console.terminals.columns.paid'),
          kind: 'amount',
          cell: ({ terminal }) => terminal.paidSinceClosing,
        },
        {
          head: t('console.terminals.columns.actions'),
          kind: 'actions',
          cell: ({ terminal: { id, serial }, state }) => {
            const shared = { fields: { known_serial: serial }, kind: 'quiet' } as const;
            return (
              <div class="row">
                {state !== 'linked' && (
                  <Action
                    {...shared}
                    to="/console/terminals"
                    text={t('console.terminals.newCode')}
                    id={`code-${id}`}
                  />
                )}
                {state !== 'unlinked' && (
                  <Action
                    {...shared}
                    to="/console/terminals/unlink"
                    text={
                      state === 'linked' ? t('console.terminals.unlink') : t('console.terminals.voidCode')
                    }
                    id={`unlink-${id}`}
                  />
                )}
              </div>
            );
          },
        },
      ]}
    />
  );
}
