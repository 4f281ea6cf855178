import { namesOf } from '@svc-simulator/contract';
import type { AccountClock, AccountRecord, ScriptRecord } from '@svc-simulator/core';
import type { NextDue } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/parts.tsx';
import { urlWithQuery } from '../page-call.ts';
import { ButtonForm, Panel, Submit, Time, ToneTag } from '../parts/parts.tsx';
import { pathOfPart, type SimulatePart } from './typed.ts';

type BarProps = Readonly<{ account: AccountRecord; script?: ScriptRecord | undefined; url: URL }>;

export function SimulationBar({ account: { clock, chaos, script: isScripted }, script, url }: BarProps) {
  const ownRules = script?.ownRules ?? 0;
  const scripts = [
    ownRules > 0 && t('console.simulate.bar.scripts', { count: ownRules }),
    script?.ready && t('console.simulate.scripts.magic').toLowerCase(),
  ];
  const scriptsText = scripts.filter(Boolean).join(', ') || t('console.simulate.bar.script');
  const activeParts: Readonly<Record<keyof typeof undoActions, Child>> = {
    clock: clock && activeClockText(clock),
    chaos: chaos && t('console.simulate.bar.chaos', { seed: chaos.seed }),
    scripts: isScripted && scriptsText,
  };
  return (
    <div data-live="simulation" data-ahead={clock?.offsetMs} data-stopped-at={clock?.frozenAt ?? undefined}>
      {(clock || chaos || isScripted) && (
        <ul class="row simulating" aria-label={t('console.simulate.bar.label')}>
          {namesOf(undoActions).map(
            (part) =>
              activeParts[part] && (
                <li class="notice wait">
                  <a class="cut" href={pathOfPart(part)}>
                    {activeParts[part]}
                  </a>
                  <UndoButton part={part} url={url} />
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  );
}

function activeClockText({ frozenAt, offsetMs }: AccountClock): Child {
  if (frozenAt === null) return shiftText(offsetMs, t);
  return (
    <>
      {t('console.simulate.bar.stopped')} <Time atMs={frozenAt} />. {t('console.simulate.bar.eventsWait')}
    </>
  );
}

function actionFrom(url: URL): string {
  return `/console/simulate?next=${encodeURIComponent(urlWithQuery(url, { lang: null }))}`;
}

const undoActions = {
  clock: ['clock_real', 'realTime'],
  chaos: ['chaos_off', 'chaosOff'],
  scripts: ['script_off', 'scriptsOff'],
} as const;

function UndoButton({ part, url }: Readonly<{ part: keyof typeof undoActions; url: URL }>) {
  const [action, label] = undoActions[part];
  const text = t(`console.simulate.bar.${label}`);
  return <ButtonForm to={actionFrom(url)} kind="quiet" action={action} text={text} />;
}

/** Renders the menu Simulate of every page, which opens without JavaScript. */
export function SimulatePanel({ account: { clock, chaos, script }, url }: Omit<BarProps, 'script'>) {
  const renderLink = (part: SimulatePart, name = t(`console.simulate.parts.${part}`)) => (
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
        <p class="small soft">{t('view.add')}</p>
        <p class="row">
          {renderLink('session')} {renderLink('charge')}{' '}
          <a href="/console/agreements#add">{t('field.label.agreement_id')}</a>
        </p>
        <form method="post" action={actionFrom(url)} class="stack" data-live="simulate-panel">
          <p class="small soft">{t('console.simulate.parts.clock')}</p>
          <p class="row">
            <ClockButtons clock={clock} canAdvanceToNext />
          </p>
          <p class="small soft">
            {t('console.simulate.parts.chaos')} · {t('console.simulate.parts.scripts')}
          </p>
          <p class="row">
            {chaos && <Submit action="chaos_off" text={t('console.simulate.bar.chaosOff')} />}
            {script ? (
              <Submit action="script_off" text={t('console.simulate.bar.scriptsOff')} />
            ) : (
              <Submit action="magic_on" text={t('console.simulate.scripts.magicOn')} />
            )}
          </p>
        </form>
        <p class="small soft">{t('console.frame.groups.more')}</p>
        <p class="row">
          {renderLink('chaos')} {renderLink('scripts')} {renderLink('snapshots')} {renderLink('reset')}
        </p>
      </section>
    </>
  );
}

type ClockPanelProps = Readonly<{ clock: AccountClock | undefined; now: number; due: NextDue | null }>;

export function ClockPanel({ clock, now, due }: ClockPanelProps) {
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return (
    <Panel title={t('console.simulate.parts.clock')} name="clock">
      <div class="stack" data-live="clock">
        <p class="row">
          {t('console.simulate.clock.accountTime')} <Time atMs={now} />
          <ToneTag
            tone={clock ? 'wait' : 'plain'}
            text={
              isStopped
                ? t('console.simulate.clock.stopped')
                : clock
                  ? shiftText(clock.offsetMs, t)
                  : t('console.simulate.clock.realTime').toLowerCase()
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
                {t(`console.simulate.clock.dueWhat.${due.kind}`)}
              </a>
            </>
          )}
        </p>
        <form method="post" action="/console/simulate" class="row">
          <ClockButtons clock={clock} canAdvanceToNext={due !== null} />
        </form>
      </div>
      <p class="soft small">{t('console.simulate.clock.hint')}</p>
    </Panel>
  );
}

function ClockButtons(props: Pick<ClockPanelProps, 'clock'> & { readonly canAdvanceToNext: boolean }) {
  const { clock, canAdvanceToNext } = props;
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return (
    <>
      <Submit
        action={isStopped ? 'clock_go' : 'clock_stop'}
        text={t(isStopped ? 'console.simulate.clock.resume' : 'console.simulate.clock.stop')}
      />
      <Submit action="clock_5_min" text="+5 min" />
      <Submit action="clock_1_day" text={t('console.simulate.clock.advanceDay')} />
      {canAdvanceToNext && <Submit action="clock_next" text={t('console.simulate.clock.advanceToNext')} />}
      {clock && <Submit action="clock_real" text={t('console.simulate.clock.realTime')} />}
    </>
  );
}

function shiftText(ms: number, t: Texts): string {
  const span = durationText(Math.abs(ms), t.lang);
  return t('console.simulate.bar.shifted', { span, way: ms < 0 ? 'behind' : 'ahead' });
}
