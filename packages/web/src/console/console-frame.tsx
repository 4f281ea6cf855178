import { type Refusal, SEARCH_LIMIT } from '@svc-simulator/contract';
import type { AccountRecord, ScriptRecord } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { Icon, type IconName, t } from '../kit/parts.tsx';
import { consolePageHeaders, consoleParts } from './console-security.ts';
import { type Area, type AreaGroup, addressWith, areaGroups, type ConsolePage } from './page-call.ts';
import { Notice, Submit } from './parts/parts.tsx';
import { SimulatePanel, SimulationBar } from './simulate/simulation-bar.tsx';

function Top({ url, account }: Pick<ConsoleResponse, 'url' | 'account'>) {
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
            <label class="unseen" for="seek">
              {t('console.frame.frame.find')}
            </label>
            <input
              id="seek"
              name="q"
              type="search"
              placeholder={t('console.frame.frame.find')}
              title="Ctrl K"
              aria-keyshortcuts="Control+K"
              maxlength={SEARCH_LIMIT}
              autocomplete="off"
              spellcheck={false}
            />
          </form>
        </search>
      )}
      <div class="bar-end">
        {account && (
          <p
            class="row small live-light"
            data-live-light
            data-on={t('console.frame.frame.live')}
            data-off={t('console.frame.frame.notLive')}
            hidden
          >
            <span class="lamp" />
            <span data-live-word>{t('console.frame.frame.notLive')}</span>
          </p>
        )}
        <LanguageSwitch href={(lang) => addressWith(url, { lang })} />
        {account && <LogOut account={account} />}
      </div>
    </Bar>
  );
}

interface NavigationProps extends Pick<InsideProps, 'url' | 'account'> {
  readonly here: Area | null;
}

function Navigation({ url, account, here }: NavigationProps) {
  const link = (area: Area) => {
    const isIdle = (area === 'terminals' && !account.merchantId) || (area === 'classes' && !account.classId);
    return (
      <a
        href={area === 'overview' ? '/console' : `/console/${area}`}
        class={isIdle ? 'idle' : undefined}
        aria-current={area === here ? 'page' : undefined}
      >
        <Icon name={area} />
        {t(`console.frame.areas.${area}`)}
      </a>
    );
  };
  const group = (name: AreaGroup) => (
    <>
      <h2 id={`areas-${name}`}>{t(`console.frame.groups.${name}`)}</h2>
      <ul aria-labelledby={`areas-${name}`}>
        {areaGroups[name].map((area) => (
          <li>{link(area)}</li>
        ))}
      </ul>
    </>
  );
  const panel = (
    name: 'payments' | 'debug' | 'more',
    icon: IconName,
    groups: readonly AreaGroup[],
    extraLinks?: Child,
  ) => {
    const isHere = groups.some((group) => areaGroups[group].some((area) => area === here));
    return (
      <>
        <button type="button" popovertarget={`panel-${name}`} aria-current={isHere ? 'true' : undefined}>
          <Icon name={icon} />
          {t(`console.frame.groups.${name}`)}
        </button>
        <div id={`panel-${name}`} popover="auto">
          {groups.map(group)}
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
      </ul>
      <div class="spread on-phones">
        <LanguageSwitch href={(lang) => addressWith(url, { lang })} />
        <LogOut account={account} />
      </div>
    </>
  );
  return (
    <nav class="areas" aria-label={t('console.frame.frame.navigation')}>
      {link('overview')}
      {panel('payments', 'sessions', ['payments'])}
      {panel('debug', 'trace', ['debug'])}
      {panel('more', 'more', ['learn', 'account'], secondaryLinks)}
    </nav>
  );
}

function LogOut({ account }: Pick<NavigationProps, 'account'>) {
  return (
    <form method="post" action="/console/logout" class="who">
      <span class="who-name cut" title={account.shortName}>
        {account.shortName}
      </span>
      <Submit kind="quiet" text={t('console.frame.frame.logOut')} />
    </form>
  );
}

interface ConsoleResponse {
  readonly t: Texts;
  readonly url: URL;
  readonly page: ConsolePage;
  readonly account?: AccountRecord | undefined;
  readonly script?: ScriptRecord | undefined;
  /** The operator's notice for everybody. */
  readonly notice?: string | undefined;
  readonly headers?: Refusal['headers'] | undefined;
}

export function renderConsoleResponse(response: ConsoleResponse): Response {
  const { t, url, page, account, script, notice, headers } = response;
  const body = account ? (
    <ConsoleFrame account={account} url={url} script={script} page={page} notice={notice} />
  ) : (
    <div class="console outside">
      <Top url={url} />
      <main id="content" class="stack loose">
        {page.body}
      </main>
    </div>
  );
  const text = renderDocument({ t, title: page.title, ...consoleParts, body });
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
  const notice = noticeName === null ? undefined : t.maybe(`console.frame.notices.${noticeName}`);
  const live = page.live === undefined ? '/console/live' : page.live;
  return (
    <div class="console">
      <a class="skip" href="#content">
        {t('console.frame.frame.skip')}
      </a>
      <Top url={url} account={account} />
      <Navigation url={url} account={account} here={page.area} />
      <main id="content" class="stack loose" data-live-url={live ?? undefined}>
        {operatorNotice && <Notice kind="warn" text={operatorNotice} />}
        <SimulationBar account={account} script={script} url={url} />
        {notice && <Notice kind="good" text={notice} />}
        {page.body}
      </main>
    </div>
  );
}
