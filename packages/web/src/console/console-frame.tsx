import type { Refusal } from '@svc-simulator/contract';
import type { AccountRecord, ScriptRecord } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { Icon, type IconName, t } from '../kit/parts.tsx';
import { consoleFileLinks, consolePageHeaders } from './console-security.ts';
import type { Area, AreaGroup, ConsolePage } from './page-call.ts';
import { areaGroups, idFromText, pathOfArea, urlWithQuery } from './page-call.ts';
import { SearchInput } from './parts/list.tsx';
import { ButtonForm, FactList, Notice } from './parts/parts.tsx';
import { SimulatePanel, SimulationBar } from './simulate/simulation-bar.tsx';

function TopBar({ url, account }: Pick<ConsoleResponse, 'url' | 'account'>) {
  return (
    <Bar home={account ? '/console' : '/'} title={t('kit.frame.brand')}>
      <p class="mode" title={t('kit.frame.ribbon.detail')}>
        <Icon name="flask" />
        {t('kit.frame.ribbon.mode')}
      </p>
      {account && <SimulatePanel account={account} url={url} />}
      {account && (
        <search class="seek">
          <form method="get" action="/console/search">
            <SearchInput
              id="seek"
              name="q"
              label={t('console.search.label')}
              placeholder=" "
              aria-keyshortcuts="Control+K"
            />
            <label for="seek">
              <span class="long">{t('console.search.label')}</span>
              <span class="short">{t('console.search.title')}</span>
              <span aria-hidden="true">
                <kbd>Ctrl K</kbd>
              </span>
            </label>
          </form>
        </search>
      )}
      <div class="row bar-end">
        {account && (
          <p
            class="row small live-light"
            data-light="lost"
            data-on={t('console.frame.frame.live')}
            data-paused={t('console.frame.frame.paused')}
            data-lost={t('console.frame.frame.notLive')}
            hidden
          >
            <span class="lamp" />
            <span data-live-word>{t('console.frame.frame.notLive')}</span>
          </p>
        )}
        <LanguageSwitch href={(lang) => urlWithQuery(url, { lang })} />
        {account && <LogOut account={account} />}
      </div>
    </Bar>
  );
}

function Navigation({ url, account, page }: Pick<InsideProps, 'url' | 'account' | 'page'>) {
  const renderLink = (area: Area) => (
    <a href={pathOfArea(area)} aria-current={area === page.area ? 'page' : undefined}>
      <Icon name={area} />
      {t(`console.frame.areas.${area}`)}
    </a>
  );
  const renderGroup = (name: AreaGroup) => (
    <>
      <h2 id={`areas-${name}`}>{t(`console.frame.groups.${name}`)}</h2>
      <ul aria-labelledby={`areas-${name}`}>
        {areaGroups[name].map((area) => (
          <li>{renderLink(area)}</li>
        ))}
      </ul>
    </>
  );
  const renderPanel = (
    name: 'payments' | 'debug' | 'more',
    icon: IconName,
    groups: readonly AreaGroup[],
    extraLinks?: Child,
  ) => {
    const isHere = groups.some((group) => areaGroups[group].some((area) => area === page.area));
    return (
      <>
        <button type="button" popovertarget={`panel-${name}`} aria-current={isHere ? 'true' : undefined}>
          <Icon name={icon} />
          {t(`console.frame.groups.${name}`)}
        </button>
        <div id={`panel-${name}`} popover="auto">
          {groups.map(renderGroup)}
          {extraLinks}
        </div>
      </>
    );
  };
  const secondaryLinks = (
    <>
      <ul class="beside">
        <li>
          <a href="/docs">
            <Icon name="reference" />
            {t('kit.places.docs')}
          </a>
        </li>
        <li>
          <button type="button" popovertarget="keys">
            <Icon name="keyboard" />
            {t('console.frame.keys.title')} <kbd>?</kbd>
          </button>
        </li>
      </ul>
      <div class="spread on-phones">
        <LanguageSwitch href={(lang) => urlWithQuery(url, { lang })} />
        <LogOut account={account} />
      </div>
    </>
  );
  return (
    <nav class="areas" aria-label={t('console.frame.frame.navigation')}>
      {renderLink('overview')}
      {renderPanel('payments', 'sessions', ['payments'])}
      {renderPanel('debug', 'trace', ['debug'])}
      {renderPanel('more', 'more', ['learn', 'account'], secondaryLinks)}
    </nav>
  );
}

function LogOut({ account }: Pick<InsideProps, 'account'>) {
  return (
    <ButtonForm to="/console/logout" class="row who" kind="quiet" text={t('console.frame.frame.logOut')}>
      <span class="who-name cut" title={account.shortName}>
        {account.shortName}
      </span>
    </ButtonForm>
  );
}

interface ConsoleResponse {
  readonly t: Texts;
  readonly url: URL;
  readonly page: ConsolePage;
  readonly account?: AccountRecord | undefined;
  readonly script?: ScriptRecord | undefined;
  /** Text that the operator shows on all pages. */
  readonly notice?: string | undefined;
  readonly headers?: Refusal['headers'] | undefined;
}

export function renderConsoleResponse(response: ConsoleResponse): Response {
  const { t, url, page, account, script, notice, headers } = response;
  const body = account ? (
    <ConsoleFrame account={account} url={url} script={script} page={page} notice={notice} />
  ) : (
    <div class="console outside">
      <TopBar url={url} />
      <main id="content" class="stack loose">
        {notice && <Notice kind="warn" text={notice} />}
        {page.body}
      </main>
    </div>
  );
  const text = renderDocument({ t, title: page.title, ...consoleFileLinks, body });
  return new Response(text, {
    status: page.status ?? 200,
    headers: { ...consolePageHeaders(t.lang), ...headers },
  });
}

interface InsideProps extends Pick<ConsoleResponse, 'url' | 'page' | 'script' | 'notice'> {
  readonly account: AccountRecord;
}

function ConsoleFrame({ account, url, script, page, notice: operatorNotice }: InsideProps) {
  const noticeName = url.searchParams.get('done');
  const [count, left] = ['count', 'left'].map((name) => idFromText(url.searchParams.get(name)) ?? 0);
  const notice = noticeName && t.maybe(`console.frame.notices.${noticeName}`, { count, left });
  const live = page.live === undefined ? '/console/live' : page.live;
  return (
    <div class="console">
      <a class="button unseen skip" href="#content">
        {t('console.frame.frame.skip')}
      </a>
      <TopBar url={url} account={account} />
      <Navigation url={url} account={account} page={page} />
      <main id="content" class="stack loose" data-live-url={live ?? undefined}>
        {operatorNotice && <Notice kind="warn" text={operatorNotice} />}
        <SimulationBar account={account} script={script} url={url} />
        {notice && <Notice kind="good" text={notice} />}
        {page.body}
      </main>
      <RowPanel />
      <Palette />
      <Shortcuts />
    </div>
  );
}

function RowPanel() {
  return (
    <aside id="side" class="side stack" tabindex={-1} aria-label={t('console.frame.side.label')} hidden>
      <div class="spread">
        <a href="/console">{t('console.frame.side.openPage')}</a>
        <button type="button" class="quiet" data-close>
          {t('console.frame.side.close')} <kbd>Esc</kbd>
        </button>
      </div>
      <p class="box bad" role="alert" data-failure hidden>
        {t('console.frame.side.failure')}
      </p>
      <div class="stack loose" data-body />
    </aside>
  );
}

function Palette() {
  return (
    <dialog id="palette" class="palette" aria-label={t('console.search.title')}>
      <form method="get" action="/console/search" class="row">
        <SearchInput name="q" label={t('console.search.placeholder')} />
        <button type="button" class="quiet">
          <span class="unseen">{t('console.frame.side.close')}</span> <kbd>Esc</kbd>
          <Icon name="cross" />
        </button>
      </form>
      <div id="palette-results" class="stack" />
      <p class="row small soft" aria-hidden="true">
        <kbd>↑↓</kbd> {t('console.search.move')} <kbd>↵</kbd> {t('console.search.open')}
      </p>
    </dialog>
  );
}

const shortcutKeys = ['Ctrl K', '/', 'j k', 'x', '.', 'Esc', '?'] as const;
const shortcutNames = ['palette', 'find', 'rows', 'pick', 'selectionActions', 'close', 'showKeys'] as const;

function Shortcuts() {
  return (
    <section id="keys" class="panel stack keys" popover="auto" aria-labelledby="keys-heading">
      <h2 id="keys-heading">{t('console.frame.keys.title')}</h2>
      <FactList
        class="pairs"
        facts={shortcutNames.map((name, index) => [
          <kbd>{shortcutKeys[index]}</kbd>,
          t(`console.frame.keys.${name}`),
        ])}
      />
    </section>
  );
}
