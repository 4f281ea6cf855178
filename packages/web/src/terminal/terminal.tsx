import type { Language } from '@svc-simulator/server/http/language.ts';
import { renderPage } from '../kit/page-frame.tsx';
import terminalScript from './client/terminal.ts?bundled';
import { Screens } from './screens.tsx';
import { SidePanel } from './side-panel.tsx';
import terminalStyles from './styles/device.css?bundled';
import { scriptTextsOf, textsOf } from './texts.ts';

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
          <div class="device-top">
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
