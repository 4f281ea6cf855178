import type { AccountRecord } from '@svc-simulator/core';
import { t } from '../../kit/speaking.ts';
import { Do } from '../parts/parts.tsx';
import { ClockButtons } from './clock-panel.tsx';
import { actionFrom } from './simulation-bar.tsx';
import { pathOfPart, type SimulatePart } from './typed.ts';

interface PanelProps {
  readonly account: AccountRecord;
  /** The page that it stands on, to come back to. */
  readonly url: URL;
}

/** On every page: the clock by one click, and the way to everything else that can be simulated. It opens without a script. */
export function SimulatePanel({ account: { clock, chaos, script }, url }: PanelProps) {
  const link = (part: SimulatePart, name = t(`console.simulate.parts.${part}`)) => (
    <a href={pathOfPart(part)}>{name}</a>
  );
  return (
    <>
      <button type="button" class="quiet" popovertarget="simulate-panel">
        {t('console.frame.areas.simulate')}
      </button>
      <section
        class="panel stack simulate-panel"
        id="simulate-panel"
        popover="auto"
        aria-label={t('console.frame.areas.simulate')}
      >
        <p class="label">{t('view.add')}</p>
        <p class="row">
          {link('session')} {link('charge')}{' '}
          <a href="/console/agreements#add">{t('field.label.agreement_id')}</a>
        </p>
        <form method="post" action={actionFrom(url)} class="stack" data-live="simulate-panel">
          <p class="label">{t('console.simulate.parts.clock')}</p>
          <p class="row">
            <ClockButtons clock={clock} isDue />
          </p>
          <p class="label">
            {t('console.simulate.parts.chaos')} · {t('console.simulate.parts.scripts')}
          </p>
          <p class="row">
            {chaos && <Do what="chaos_off" text={t('console.simulate.bar.chaosOff')} />}
            {script ? (
              <Do what="script_off" text={t('console.simulate.bar.scriptsOff')} />
            ) : (
              <Do what="magic_on" text={t('console.simulate.scripts.magicOn')} />
            )}
          </p>
        </form>
        <p class="label">{t('console.frame.groups.more')}</p>
        <p class="row">
          {link('chaos')} {link('scripts')} {link('snapshots')} {link('reset')}
        </p>
      </section>
    </>
  );
}
