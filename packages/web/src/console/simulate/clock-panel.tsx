import type { AccountClock } from '@svc-simulator/core';
import type { NextDue } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../kit/speaking.ts';
import { Do, Panel, Tag, Time } from '../parts/parts.tsx';

interface ClockPanelProps {
  readonly clock: AccountClock | undefined;
  readonly now: number;
  readonly due: NextDue | null;
}

/** The account's clock: what it shows, what is due next, and a button for each way to move it. */
export function ClockPanel({ clock, now, due }: ClockPanelProps) {
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return (
    <Panel title={t('console.simulate.parts.clock')} name="clock">
      <div class="stack" data-live="clock">
        <p class="row">
          {t('console.simulate.clock.shows')} <Time atMs={now} />
          <Tag
            tone={clock ? 'wait' : 'plain'}
            text={
              isStopped
                ? t('console.simulate.clock.stopped')
                : clock
                  ? shiftText(clock.offsetMs, t)
                  : t('console.simulate.clock.real')
            }
          />
        </p>
        <p>
          {due === null ? (
            t('console.simulate.clock.nothingDue')
          ) : (
            <>
              {t('console.simulate.clock.due')} <Time atMs={due.atMs} />,{' '}
              <a href={`/console/sessions/${due.sessionId}`}>
                {t(`console.simulate.clock.dueWhat.${due.what}`)}
              </a>
            </>
          )}
        </p>
        <form method="post" action="/console/simulate" class="row">
          <ClockButtons clock={clock} isDue={due !== null} />
        </form>
      </div>
      <p class="soft small">{t('console.simulate.clock.hint')}</p>
    </Panel>
  );
}

interface ButtonsProps extends Pick<ClockPanelProps, 'clock'> {
  readonly isDue: boolean;
}

/** Each way to move the clock. */
export function ClockButtons({ clock, isDue }: ButtonsProps) {
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return (
    <>
      <Do
        what={isStopped ? 'clock_go' : 'clock_stop'}
        text={isStopped ? t('console.simulate.clock.go') : t('console.simulate.clock.stop')}
      />
      <Do what="clock_5_min" text={t('console.simulate.clock.minutes')} />
      <Do what="clock_1_day" text={t('console.simulate.clock.day')} />
      {isDue && <Do what="clock_next" text={t('console.simulate.clock.next')} />}
      {clock && <Do what="clock_real" text={t('console.simulate.clock.realTime')} />}
    </>
  );
}

/** How far a clock is from real time. */
export function shiftText(ms: number, t: Texts): string {
  const span = durationText(Math.abs(ms), t.lang);
  return t('console.simulate.bar.shifted', { span, way: ms < 0 ? 'behind' : 'ahead' });
}
