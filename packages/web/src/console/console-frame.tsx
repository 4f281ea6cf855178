import { isNameOf, SOUGHT_LIMIT } from '@svc-simulator/contract';
import type { AccountRecord, ScriptRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import { frameTexts } from '../kit/frame-texts.ts';
import { FlaskIcon } from '../kit/icons.tsx';
import { Bar, renderDocument } from '../kit/page-frame.tsx';
import { areaIcons, ReferenceIcon } from './area-icons.tsx';
import { consoleParts } from './console-security.ts';
import { areas, type ConsolePage } from './page-call.ts';
import { Notice } from './parts/notice.tsx';
import { Submit } from './parts/submit.tsx';
import { SimulatePanel } from './simulate/simulate-panel.tsx';
import { SimulationBar } from './simulate/simulation-bar.tsx';
import { textsOf } from './texts.ts';

interface TopProps {
  readonly lang: Language;
  /** The page's own address with its parameters, for the language switch. */
  readonly url?: URL | undefined;
  readonly account?: AccountRecord | undefined;
}

function Top({ lang, url, account }: TopProps) {
  const texts = textsOf(lang);
  const { switchTo, brand, ribbon } = frameTexts(lang);
  return (
    <Bar home="/console" title={brand}>
      <p class="mode" title={ribbon.detail}>
        <FlaskIcon />
        {ribbon.mode}
      </p>
      {account && url && <SimulatePanel lang={lang} account={account} url={url} />}
      {account && (
        <search class="seek">
          <form method="get" action="/console/search">
            <label class="unseen" for="seek">
              {texts.frame.find}
            </label>
            <input
              id="seek"
              name="q"
              type="search"
              placeholder={texts.frame.find}
              title="Ctrl K"
              aria-keyshortcuts="Control+K"
              maxlength={SOUGHT_LIMIT}
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
            data-on={texts.frame.live}
            data-off={texts.frame.notLive}
            hidden
          >
            <span class="lamp" />
            <span data-live-word>{texts.frame.notLive}</span>
          </p>
        )}
        <a
          class="switch"
          href={languageLink(url, switchTo.lang)}
          lang={switchTo.lang}
          hreflang={switchTo.lang}
        >
          {switchTo.label}
        </a>
        {account && (
          <form method="post" action="/console/logout" class="who">
            <span class="who-name" title={account.shortName}>
              {account.shortName}
            </span>
            <Submit kind="quiet" text={texts.frame.logOut} />
          </form>
        )}
      </div>
    </Bar>
  );
}

function languageLink(url: URL | undefined, lang: string): string {
  const parameters = new URLSearchParams(url?.search);
  parameters.delete('done');
  parameters.set('lang', lang);
  return `?${parameters}`;
}

interface ConsoleParts {
  readonly lang: Language;
  readonly account: AccountRecord;
  readonly url: URL;
  /** The account's script, where it has been read. */
  readonly script?: ScriptRecord | undefined;
  readonly page: ConsolePage;
}

/** A whole page of the console for somebody who is logged in. */
export function renderConsolePage({ lang, account, url, script, page }: ConsoleParts): string {
  const texts = textsOf(lang);
  const done = url.searchParams.get('done');
  const notice = done !== null && isNameOf(texts.notices, done) ? texts.notices[done] : undefined;
  const live = page.live === undefined ? '/console/live' : page.live;
  const body = (
    <div class="console">
      <a class="skip" href="#content">
        {texts.frame.skip}
      </a>
      <Top lang={lang} url={url} account={account} />
      <nav class="areas" aria-label={texts.frame.navigation}>
        <ul>
          {areas.map((area) => {
            const Icon = areaIcons[area];
            return (
              <li>
                <a
                  href={area === 'overview' ? '/console' : `/console/${area}`}
                  aria-current={area === page.area ? 'page' : undefined}
                >
                  <Icon />
                  {texts.areas[area]}
                </a>
              </li>
            );
          })}
          <li class="beside">
            <a href="/docs">
              <ReferenceIcon />
              {texts.frame.reference}
            </a>
          </li>
        </ul>
      </nav>
      <main id="content" data-live-url={live ?? undefined}>
        <SimulationBar lang={lang} account={account} script={script} url={url} />
        {notice && <Notice kind="good" text={notice} />}
        {page.body}
      </main>
    </div>
  );
  return renderDocument({ lang, title: page.title, ...consoleParts, body });
}

interface OutsideParts {
  readonly lang: Language;
  readonly title: string;
  readonly url?: URL;
  readonly body: Child;
}

/** A page of the console for somebody who is not logged in. */
export function renderOutsidePage({ lang, title, url, body }: OutsideParts): string {
  const page = (
    <div class="console outside">
      <Top lang={lang} url={url} />
      <main id="content">{body}</main>
    </div>
  );
  return renderDocument({ lang, title, ...consoleParts, body: page });
}
