import { chaosFaults, chaosRates } from '@svc-simulator/contract';
import type { AccountChaos } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { chaosWords } from '../trace/chaos-words.ts';
import { Do } from './clock-panel.tsx';
import { simulateTexts } from './texts.ts';
import type { Typed } from './typed.ts';

interface ChaosPanelProps {
  readonly lang: Language;
  readonly chaos: AccountChaos | undefined;
  readonly typed: Typed;
}

/** What is to go wrong and how often, and what went wrong so far. */
export function ChaosPanel({ lang, chaos, typed }: ChaosPanelProps) {
  const texts = simulateTexts(lang).chaos;
  return (
    <Panel title={texts.title} name="chaos">
      <p class="soft">{texts.lead}</p>
      <form method="post" action="/console/simulate" class="stack" novalidate>
        <div class="sliders">
          {chaosRates.map((name) => {
            const { value } = typed.field(name, String(Math.round((chaos?.rates[name] ?? 0) * 100)));
            return (
              <>
                <label for={name}>{texts.rates[name]}</label>
                <input id={name} name={name} type="range" min="0" max="100" step="1" value={value} />
                <output for={name} class="figures">
                  {value} %
                </output>
              </>
            );
          })}
        </div>
        <div class="fields">
          <TextField
            {...typed.field('delay_ms', String(chaos?.delayMs.max ?? 0))}
            label={texts.delay}
            inputmode="numeric"
            autocomplete="off"
          />
          <TextField
            {...typed.field('latency_ms', String(chaos?.latencyMs.max ?? 0))}
            label={texts.latency}
            inputmode="numeric"
            autocomplete="off"
          />
          <TextField
            {...typed.field('seed', chaos ? String(chaos.seed) : '')}
            label={texts.seed}
            inputmode="numeric"
            autocomplete="off"
          />
        </div>
        <p class="row">
          <Submit kind="primary" name="do" value="chaos" text={texts.submit} />
          {chaos && <Do what="chaos_off" label={texts.off} />}
        </p>
      </form>
      {chaos && (
        <div class="stack" data-live="chaos">
          <h3>{texts.did}</h3>
          <Done lang={lang} chaos={chaos} />
        </div>
      )}
    </Panel>
  );
}

function Done({
  lang,
  chaos: { webhooks, calls, injected },
}: {
  readonly lang: Language;
  readonly chaos: AccountChaos;
}) {
  const texts = simulateTexts(lang).chaos;
  const words = chaosWords(lang);
  const done = chaosFaults.filter((fault) => (injected[fault] ?? 0) > 0);
  return (
    <>
      <p>
        {texts.counted(webhooks, calls)} {done.length === 0 && texts.nothing}
      </p>
      <dl class="counts">
        {done.map((fault) => (
          <div>
            <dt>{words[fault]}</dt>
            <dd class="figures">{injected[fault]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
