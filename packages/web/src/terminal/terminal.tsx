import kitArea from 'texts:kit';
import terminalArea from 'texts:terminal';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { renderFramedPage } from '../kit/page-frame.tsx';
import { pageHeaders } from '../kit/page-security.ts';
import { t } from '../kit/parts.tsx';
import script from './client/terminal.ts?bundled';
import { Screens } from './screens.tsx';
import { terminalScriptTexts } from './script-texts.ts';
import styles from './styles/device.css?bundled';

/**
 * Renders the virtual card terminal. The page is the same for everybody, because only its script knows which
 * terminal is paired.
 */
export function renderTerminalPage(lang: Language): string {
  const t = terminalTexts(lang);
  return renderFramedPage({
    t,
    title: t('kit.places.terminal'),
    width: 'wide',
    styles,
    script,
    children: (
      <div class="desk" data-terminal data-texts={JSON.stringify(terminalScriptTexts(lang))}>
        <div class="device">
          <div class="spread device-top">
            <h1>{t('terminal.device')}</h1>
            <p class="row small light" role="status" data-light="off">
              <span class="lamp" />
              <span data-slot="light">{t('terminal.light.off')}</span>
            </p>
          </div>
          <noscript>
            <p class="face">{t('terminal.noScript')}</p>
          </noscript>
          <Screens />
          <p class="unseen" role="status" data-announce />
        </div>
        <SidePanel />
      </div>
    ),
  });
}

const PAIRING = '/api/v1/merchants/{merchantId}/pos-terminals/{serial}/pairing';

function SidePanel() {
  return (
    <aside class="panel stack loose about" aria-labelledby="about-heading">
      <section class="stack tight">
        <h2 id="about-heading">{t('terminal.about.heading')}</h2>
        <p data-slot="unpaired">
          {t('terminal.about.unpaired')} <a href="/console/terminals">{t('terminal.about.toConsole')}</a>
        </p>
        <div class="stack tight" data-slot="known" hidden>
          <p>
            <span class="soft">{t('terminal.about.paired')}</span> <bdi data-slot="serial" />
          </p>
          <p class="hint">{t('terminal.about.stored')}</p>
          <p>
            <button type="button" class="button danger" data-action="forget">
              {t('terminal.about.forget')}
            </button>
          </p>
        </div>
      </section>
      <section class="stack tight" aria-labelledby="requests-heading">
        <h2 id="requests-heading">{t('terminal.about.requests')}</h2>
        <p class="hint">{t('terminal.about.requestsLead')}</p>
        <p class="soft" data-slot="none">
          {t('terminal.about.noRequests')}
        </p>
        <ol class="lines requests" data-requests />
      </section>
      <details data-slot="how">
        <summary>{t('terminal.about.how')}</summary>
        <p class="hint">{t('terminal.about.howLead')}</p>
        <pre class="code wrap">
          <code>{`POST ${PAIRING}\nAuthorization: Bearer <accessToken>\nContent-Type: application/json\n\n{"serial": "<serial>"}`}</code>
        </pre>
      </details>
      <details>
        <summary>{t('terminal.about.recipe')}</summary>
        <pre class="code wrap">
          <code>{`x-pos-signature = hex(HMAC-SHA256(secret_key,\n  body + "\\n" + x-pos-timestamp + "\\n" + url))`}</code>
        </pre>
      </details>
      <dialog class="panel" aria-labelledby="forget-heading" data-forget>
        <form method="dialog" class="stack">
          <h2 id="forget-heading">{t('terminal.about.forgetTitle')}</h2>
          <p>{t('terminal.about.forgetLead')}</p>
          <pre class="code wrap">
            <code>{`DELETE ${PAIRING}`}</code>
          </pre>
          <div class="row">
            <button type="submit" class="button" value="keep">
              {t('terminal.about.keep')}
            </button>
            <button type="submit" class="button danger" value="forget">
              {t('terminal.about.forgetNow')}
            </button>
          </div>
        </form>
      </dialog>
    </aside>
  );
}

/** The policy lets the script call only this simulator, and submits no forms. */
export function terminalPageHeaders(lang: Language) {
  return pageHeaders(lang, { styles, script }, ["connect-src 'self'", "form-action 'none'"]);
}

const terminalTexts = textsByLanguage(terminalArea, kitArea);
