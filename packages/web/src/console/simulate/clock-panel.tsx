import type { AccountClock } from '@svc-simulator/core';
import type { NextDue } from '@svc-simulator/server/clock/next-due.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { simulateTexts } from './texts.ts';

interface ClockPanelProps {
  readonly lang: Language;
  readonly clock: AccountClock | undefined;
  readonly now: number;
  readonly due: NextDue | null;
}

/** The account's clock: what it shows, what is due next, and a button for each way to move it. */
export function ClockPanel({ lang, clock, now, due }: ClockPanelProps) {
  const texts = simulateTexts(lang).clock;
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return (
    <Panel title={texts.title} name="clock">
      <div class="stack" data-live="clock">
        <p class="row">
          {texts.shows} <Time atMs={now} />
          <Tag
            tone={clock ? 'wait' : 'plain'}
            text={isStopped ? texts.stopped : clock ? texts.shifted(clock.offsetMs) : texts.real}
          />
        </p>
        <p>
          {due === null ? (
            texts.nothingDue
          ) : (
            <>
              {texts.due} <Time atMs={due.atMs} />,{' '}
              <a href={`/console/sessions/${due.sessionId}`}>{texts.dueWhat[due.what]}</a>
            </>
          )}
        </p>
        <form method="post" action="/console/simulate" class="row">
          <Do what={isStopped ? 'clock_go' : 'clock_stop'} label={isStopped ? texts.go : texts.stop} />
          <Do what="clock_5_min" label={texts.minutes} />
          <Do what="clock_1_day" label={texts.day} />
          {due && <Do what="clock_next" label={texts.next} />}
          {clock && <Do what="clock_real" label={texts.realTime} />}
        </form>
      </div>
      <p class="soft small">{texts.hint}</p>
    </Panel>
  );
}

/** A button of a form that asks for one thing. */
export function Do({ what, label }: { readonly what: string; readonly label: string }) {
  return <Submit name="do" value={what} text={label} />;
}
