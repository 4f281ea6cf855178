import { accountSettings, labelOf, namesOf } from '@svc-simulator/contract';
import type { IconName } from '../../kit/parts.tsx';
import { areaGroups, type PageCall, pathOfArea } from '../page-call.ts';
import { pathOfPart, pathOfTask, simulateTasks } from '../simulate/typed.ts';

export interface Command {
  /** Type of the result in words, such as "Pages". */
  readonly kind: string;
  readonly icon: IconName;
  readonly text: string;
  /** Words that match in addition to those of `text`. */
  readonly words?: string;
  readonly to: string;
  /** Action of the page Simulate, which a button runs. If undefined, the result is a link. */
  readonly action?: string | undefined;
}

/** Pages outside of the console. */
export const places = [
  ['terminal', '/terminal'],
  ['docs', '/docs'],
  ['api', '/docs/api'],
  ['openapi', '/openapi.json'],
  ['fidelity', '/fidelidad'],
] as const;

/** Commands match all words of `q`. Those whose text begins with the first word come first. */
export function findCommands(call: PageCall, q: string): readonly Command[] {
  const queryWords = normalizeText(q).split(/\s+/);
  const matches = commandsOf(call).filter(({ text, words = '' }) => {
    const allWords = normalizeText(`${text} ${words}`);
    return queryWords.every((word) => allWords.includes(word));
  });
  const rank = ({ text }: Command) => (normalizeText(text).startsWith(queryWords[0] ?? '') ? 0 : 1);
  return matches.toSorted((a, b) => rank(a) - rank(b));
}

function normalizeText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

type CommandRow = readonly [icon: IconName, text: string, to: string, action?: string];

function commandsOf(call: PageCall): readonly Command[] {
  const { t } = call;
  const areas = ['overview', ...Object.values(areaGroups).flat()] as const;
  const pages: readonly CommandRow[] = [
    ...areas.map((area): CommandRow => [area, t(`console.frame.areas.${area}`), pathOfArea(area)]),
    ...namesOf(simulateTasks).map((task): CommandRow => {
      const text = `${t('console.frame.areas.simulate')}: ${t(`console.simulate.tasks.${task}`)}`;
      return ['simulate', text, pathOfTask(task)];
    }),
    ['lock', t('console.account.title'), '/console/account'],
    ...places.map(([name, to]): CommandRow => ['reference', t(`kit.places.${name}`), to]),
  ];
  const withKind = (kind: string, rows: readonly CommandRow[]) =>
    rows.map(([icon, text, to, action]): Command => ({ kind, icon, text, to, action }));
  return [
    ...withKind(t('console.search.kinds.action'), actionsOf(call)),
    ...withKind(t('console.search.kinds.page'), pages),
    ...namesOf(accountSettings).map(
      (name): Command => ({
        kind: t('console.search.kinds.setting'),
        icon: 'settings',
        text: labelOf(t, 'settings', name),
        words: `${name} ${t('console.frame.areas.settings')}`,
        to: `/console/settings#${accountSettings[name].part}`,
      }),
    ),
  ];
}

function actionsOf({ t, account: { clock, chaos, script } }: PageCall): readonly CommandRow[] {
  const simulate = '/console/simulate';
  return [
    ['sessions', t('console.sessions.new'), pathOfPart('session')],
    ['deliveries', t('console.search.actions.resendAbandoned'), '/console/deliveries?state=gave_up'],
    ['clock', t('console.search.actions.advanceDay'), simulate, 'clock_1_day'],
    ['clock', t('console.search.actions.advanceToNext'), simulate, 'clock_next'],
    clock?.frozenAt == null
      ? ['clock', t('console.search.actions.stopClock'), simulate, 'clock_stop']
      : ['clock', t('console.search.actions.resumeClock'), simulate, 'clock_go'],
    ...(clock ? [['clock', t('console.simulate.bar.realTime'), simulate, 'clock_real'] as const] : []),
    chaos
      ? ['flask', t('console.simulate.bar.chaosOff'), simulate, 'chaos_off']
      : ['flask', t('console.search.actions.chaosOn'), pathOfPart('chaos')],
    script
      ? ['flask', t('console.simulate.bar.scriptsOff'), simulate, 'script_off']
      : ['flask', t('console.simulate.scripts.magicOn'), simulate, 'magic_on'],
    ['keys', t('console.search.actions.copyToken'), '/console/keys#connect'],
    ['receivers', t('console.search.actions.snapshot'), pathOfPart('snapshots')],
  ];
}
