import { accountSettings, labelOf, namesOf } from '@svc-simulator/contract';
import { languages } from '@svc-simulator/texts/texts.ts';
import { type IconName, places } from '../../kit/parts.tsx';
import { areaGroups, type PageCall, pathOfArea, urlWithQuery } from '../page-call.ts';
import { pathOfPart, pathOfTask, simulateTasks } from '../simulate/typed.ts';

export interface Command {
  /** Type of the result in words, such as "Pages". */
  readonly kind: string;
  readonly icon: IconName;
  readonly text: string;
  /** Words that match in addition to those of `text`. */
  readonly words?: string | undefined;
  readonly to: string;
  /** Action of the page Simulate, which a button runs. If undefined, the result is a link. */
  readonly action?: string | undefined;
}

/**
 * Commands match all words of `q`. Those whose text begins with the first word come first. `next` is the page
 * in which another language is shown.
 */
export function findCommands(call: PageCall, q: string, next: string): readonly Command[] {
  const queryWords = normalizeText(q).split(/\s+/);
  const matches = commandsOf(call, next).filter(({ text, words = '' }) => {
    const allWords = normalizeText(`${text} ${words}`);
    return queryWords.every((word) => allWords.includes(word));
  });
  const rank = ({ text }: Command) => (normalizeText(text).startsWith(queryWords[0] ?? '') ? 0 : 1);
  return matches.toSorted((a, b) => rank(a) - rank(b));
}

const START_ACTIONS = 5;

/** Returns what the palette shows before somebody types: the actions that fit the page `next`, and the pages. */
export function startCommands(call: PageCall, next: string): readonly Command[] {
  const commandsOfKind = (name: 'action' | 'page') =>
    commandsOf(call, next).filter(({ kind }) => kind === call.t(`console.search.kinds.${name}`));
  const rank = ({ icon }: Command) => (next.startsWith(`/console/${icon}`) ? 0 : 1);
  const actions = commandsOfKind('action').toSorted((a, b) => rank(a) - rank(b));
  return [...actions.slice(0, START_ACTIONS), ...commandsOfKind('page')];
}

function normalizeText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

type OptionalText = string | undefined;
type CommandRow = readonly [
  icon: IconName,
  text: string,
  to: string,
  action?: OptionalText,
  words?: OptionalText,
];

function commandsOf(call: PageCall, next: string): readonly Command[] {
  const { t } = call;
  const areas = ['overview', ...Object.values(areaGroups).flat()] as const;
  const pages: readonly CommandRow[] = [
    ...areas.map((area): CommandRow => {
      const words = t.maybe(`console.search.words.${area}`);
      return [area, t(`console.frame.areas.${area}`), pathOfArea(area), undefined, words];
    }),
    ...namesOf(simulateTasks).map((task): CommandRow => {
      const text = `${t('console.frame.areas.simulate')}: ${t(`console.simulate.tasks.${task}`)}`;
      return ['simulate', text, pathOfTask(task)];
    }),
    ['lock', t('console.account.title'), '/console/account'],
    ...places.map(([name, to]): CommandRow => ['reference', t(`kit.places.${name}`), to]),
  ];
  const settings = namesOf(accountSettings).map((name): CommandRow => {
    const words = `${name} ${t('console.frame.areas.settings')}`;
    const path = `/console/settings#${accountSettings[name].part}`;
    return ['settings', labelOf(t, 'settings', name), path, undefined, words];
  });
  const withKind = (kind: string, rows: readonly CommandRow[]) =>
    rows.map(([icon, text, to, action, words]): Command => ({ kind, icon, text, words, to, action }));
  return [
    ...withKind(t('console.search.kinds.action'), actionsOf(call, next)),
    ...withKind(t('console.search.kinds.page'), pages),
    ...withKind(t('console.search.kinds.setting'), settings),
  ];
}

function actionsOf(call: PageCall, next: string): readonly CommandRow[] {
  const { t, url, account } = call;
  const { clock, chaos, script } = account;
  const simulate = '/console/simulate';
  const abandoned = '/console/deliveries?state=gave_up';
  const resendWords = t('console.search.words.resend');
  const lang = languages.find((language) => language !== t.lang) ?? t.lang;
  return [
    ['sessions', t('console.sessions.new'), pathOfPart('session')],
    ['deliveries', t('console.search.actions.resendAbandoned'), abandoned, undefined, resendWords],
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
    ['keys', t('console.search.actions.openToken'), '/console/keys#connect'],
    ['receivers', t('console.search.actions.snapshot'), pathOfPart('snapshots')],
    ['more', t('console.search.actions.changeLanguage'), urlWithQuery(new URL(next, url), { lang })],
    ['keyboard', t('console.frame.keys.title'), '#keys'],
    ['lock', t('console.frame.frame.logOut'), '/console/logout', 'logout'],
  ];
}
