import type { AccountRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { Do } from './clock-panel.tsx';
import { actionFrom } from './simulation-bar.tsx';
import { simulateTexts } from './texts.ts';
import type { SimulatePart } from './typed.ts';

interface PanelProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  /** The page that it stands on, to come back to. */
  readonly url: URL;
}

/** On every page: the clock by one click, and the way to everything else that can be simulated. It opens without a script. */
export function SimulatePanel({ lang, account: { clock, chaos, script }, url }: PanelProps) {
  const { title, parts, clock: words, scripts, panel, bar } = simulateTexts(lang);
  const isStopped = (clock?.frozenAt ?? null) !== null;
  const link = (part: SimulatePart, name = parts[part]) => <a href={`/console/simulate#${part}`}>{name}</a>;
  return (
    <>
      <button type="button" class="quiet" popovertarget="simulate-panel">
        {title}
      </button>
      <section class="panel stack simulate-panel" id="simulate-panel" popover="auto" aria-label={title}>
        <p class="label">{panel.make}</p>
        <p class="row">
          {link('session')} {link('charge')} {link('agreement')}
        </p>
        <form method="post" action={actionFrom(url)} class="stack" data-live="simulate-panel">
          <p class="label">{words.title}</p>
          <p class="row">
            <Do what={isStopped ? 'clock_go' : 'clock_stop'} label={isStopped ? words.go : words.stop} />
            <Do what="clock_5_min" label={words.minutes} />
            <Do what="clock_1_day" label={words.day} />
            <Do what="clock_next" label={words.next} />
            {clock && <Do what="clock_real" label={words.realTime} />}
          </p>
          <p class="label">
            {parts.chaos} · {parts.scripts}
          </p>
          <p class="row">
            {chaos && <Do what="chaos_off" label={bar.chaosOff} />}
            {script ? (
              <Do what="script_off" label={bar.scriptsOff} />
            ) : (
              <Do what="magic_on" label={scripts.magicOn} />
            )}
          </p>
        </form>
        <p class="label">{panel.more}</p>
        <p class="row">
          {link('chaos')} {link('scripts')} {link('snapshots')} {link('reset')}
        </p>
      </section>
    </>
  );
}
