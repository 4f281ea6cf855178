import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Panel } from '../parts/page-head.tsx';
import { overviewTexts } from './texts.ts';

export interface Start {
  readonly baseUrl: string;
  /** The commands of the command line know the demo account by themselves. */
  readonly isDemo: boolean;
  /** The account's latest agreement, if it has one. */
  readonly agreementId: string | undefined;
}

/** From an empty account to the first payment, in commands to paste. */
export function FirstSteps({ lang, start }: { readonly lang: Language; readonly start: Start }) {
  const texts = overviewTexts(lang).first;
  return (
    <Panel title={texts.title}>
      <p class="soft">{texts.lead}</p>
      <ol class="first-steps">
        {!start.isDemo && (
          <li>
            <h3>{texts.token}</h3>
            <p>
              {texts.tokenText} <a href="/console/keys">{texts.keys}</a>
            </p>
            <CodeBlock lang={lang} text={credentials(start.baseUrl)} what={texts.token} wrap={false} />
          </li>
        )}
        {start.agreementId === undefined && (
          <li>
            <h3>{texts.agreement}</h3>
            <CodeBlock lang={lang} text={AGREEMENT_COMMAND} what={texts.agreement} wrap={false} />
          </li>
        )}
        <li>
          <h3>{texts.session}</h3>
          <CodeBlock lang={lang} text={sessionCommand(start)} what={texts.session} wrap={false} />
        </li>
        <li>
          <h3>{texts.pay}</h3>
          <p>{texts.payText}</p>
        </li>
      </ol>
    </Panel>
  );
}

function credentials(baseUrl: string): string {
  return `export SIM_URL=${baseUrl}\nexport SIM_TOKEN=sim_api_…`;
}

function sessionCommand({ isDemo, agreementId }: Start): string {
  if (isDemo) return 'npx sim session create';
  return `npx sim session create --agreement ${agreementId ?? 'agr_…'}`;
}
