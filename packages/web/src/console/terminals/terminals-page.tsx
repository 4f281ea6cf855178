import type { MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { PairingLink } from '@svc-simulator/server/terminals/pairing-link.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { CodeBlock, CopyButton } from '../parts/copy.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { TextField } from '../parts/text-field.tsx';
import { AreaTabs } from './area-tabs.tsx';
import { TerminalTable } from './terminal-table.tsx';
import { terminalsTexts } from './texts.ts';

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
  const texts = terminalsTexts(lang);
  return (
    <>
      <header class="page-head">
        <h1>{texts.title}</h1>
        <a class="button" href="/terminal" target="_blank" rel="noopener">
          {texts.open}
        </a>
      </header>
      <AreaTabs lang={lang} here="terminals" />
      {pairing.code && (
        <Code lang={lang} code={pairing.code} serial={pairing.serial ?? ''} link={pairing.link} />
      )}
      <PairingForm lang={lang} pairing={pairing} />
      <section class="stack" data-live="terminals" aria-label={texts.tabs.terminals}>
        {page.items.length > 0 ? (
          <div class="panel">
            <TerminalTable lang={lang} now={now} terminals={page.items} />
          </div>
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
            <CodeBlock lang={lang} text="npx svc-simulator pos pair" what={texts.command} />
          </EmptyState>
        )}
        <Pager lang={lang} url={url} nextCursor={page.nextCursor} />
      </section>
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
  const texts = terminalsTexts(lang).code;
  return (
    <section class="panel stack pairing-code" role="status">
      <h2>
        {texts.title} <span class="serial">{serial}</span>
      </h2>
      <p class="row">
        <strong class="code-digits">{code}</strong>
        <CopyButton lang={lang} text={code} what={texts.title} />
      </p>
      <p>{texts.text}</p>
      {link && (
        <div class={link.qr ? 'made' : undefined}>
          {link.qr && <img src={link.qr} alt={texts.scan} width="148" height="148" />}
          <div class="stack">
            <p>
              <a class="button primary" href={link.url} target="_blank" rel="noopener">
                {texts.pairHere}
              </a>
            </p>
            <p class="soft small">{texts.scan}</p>
            <CodeBlock lang={lang} text={link.url} what={texts.link} />
          </div>
        </div>
      )}
    </section>
  );
}

function PairingForm({ lang, pairing }: Pick<TerminalsProps, 'lang' | 'pairing'>) {
  const texts = terminalsTexts(lang).pairing;
  const field = { name: 'serial', hint: texts.hint, fault: pairing.fault };
  return (
    <section class="panel stack">
      <h2>{texts.title}</h2>
      <form method="post" action="/console/terminals" class="pairing-form">
        <TextField
          {...field}
          label={texts.serial}
          value={pairing.fault ? pairing.serial : undefined}
          maxlength={500}
          autocomplete="off"
          spellcheck={false}
          required
        />
        <button type="submit" class="button primary">
          {texts.submit}
        </button>
      </form>
    </section>
  );
}

function Merchant({ lang, merchant }: Pick<TerminalsProps, 'lang' | 'merchant'>) {
  const { labels, mine } = terminalsTexts(lang).merchant;
  const facts = [
    [labels.legalName, merchant.legalName],
    [labels.taxId, merchant.taxId],
    [labels.email, merchant.email],
    ['merchantId', merchant.id],
  ];
  return (
    <section class="panel stack">
      <h2>{mine}</h2>
      <dl class="facts wide">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd class={name === 'merchantId' ? 'mono' : 'clamp'}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
