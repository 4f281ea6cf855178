import type { Language } from '@svc-simulator/server/http/language.ts';
import { renderPage } from '../kit/page-frame.tsx';
import terminalScript from './client/terminal.ts?bundled';
import { Screens } from './screens.tsx';
import terminalStyles from './styles/device.css?bundled';
import { scriptTextsOf, type Texts, textsOf } from './texts.ts';

/** The virtual card terminal: the same document for everybody, to which the browser's own script gives life. */
export function renderTerminalPage(lang: Language): string {
  const texts = textsOf(lang);
  return renderPage({
    lang,
    title: texts.title,
    width: 'wide',
    styles: terminalStyles,
    script: terminalScript,
    children: (
      <div class="desk" data-terminal data-texts={JSON.stringify(scriptTextsOf(texts))}>
        <div class="device">
          <div class="spread device-top">
            <h1>{texts.device}</h1>
            <p class="light" role="status" data-light="off">
              <span class="lamp" />
              <span data-slot="light">{texts.light.off}</span>
            </p>
          </div>
          <noscript>
            <p class="face">{texts.noScript}</p>
          </noscript>
          <Screens texts={texts} />
          <p class="unseen" role="status" data-announce />
        </div>
        <SidePanel texts={texts} />
      </div>
    ),
  });
}

const PAIRING = '/api/v1/merchants/{merchantId}/pos-terminals/{serial}/pairing';

/** What is beside the device: whose key it holds, what it sends, and how a developer gets a code. */
function SidePanel({ texts }: { readonly texts: Texts }) {
  const { about } = texts;
  return (
    <aside class="panel stack loose about" aria-labelledby="esta">
      <section class="stack tight">
        <h2 id="esta">{about.heading}</h2>
        <p data-slot="unpaired">{about.unpaired}</p>
        <div class="stack tight" data-slot="known" hidden>
          <p>
            <span class="soft">{about.paired}</span> <bdi data-slot="serial" />
          </p>
          <p class="hint">{about.stored}</p>
          <p>
            <button type="button" class="button danger" data-action="forget">
              {about.forget}
            </button>
          </p>
        </div>
      </section>
      <section class="stack tight" data-slot="how">
        <h2>{about.how}</h2>
        <p class="hint">{about.howLead}</p>
        <pre>
          <code>{`POST ${PAIRING}\nAuthorization: Bearer <accessToken>\nContent-Type: application/json\n\n{"serial": "<serial>"}`}</code>
        </pre>
      </section>
      <section class="stack tight" aria-labelledby="envios">
        <h2 id="envios">{about.requests}</h2>
        <p class="hint">{about.requestsLead}</p>
        <p class="soft" data-slot="none">
          {about.noRequests}
        </p>
        <ol class="lines requests" data-requests />
      </section>
      <section class="stack tight">
        <h2>{about.recipe}</h2>
        <pre>
          <code>{`x-pos-signature = hex(HMAC-SHA256(secret_key,\n  body + "\\n" + x-pos-timestamp + "\\n" + url))`}</code>
        </pre>
      </section>
      <dialog aria-labelledby="olvidar" data-forget>
        <form method="dialog" class="stack">
          <h2 id="olvidar">{about.forgetTitle}</h2>
          <p>{about.forgetLead}</p>
          <pre>
            <code>{`DELETE ${PAIRING}`}</code>
          </pre>
          <div class="row">
            <button type="submit" class="button" value="keep">
              {about.keep}
            </button>
            <button type="submit" class="button danger" value="forget">
              {about.forgetNow}
            </button>
          </div>
        </form>
      </dialog>
    </aside>
  );
}
