import { accountSettings, labelOf, namesOf } from '@svc-simulator/contract';
import type { IconName } from '../../kit/parts.tsx';
import { type Area, areaGroups, type PageCall } from '../page-call.ts';
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

/**
 * Returns the actions, pages and settings that match all words of `q`. Those whose text begins with the first
 * word come first.
 */
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

function commandsOf(call: PageCall): readonly Command[] {
  const { t } = call;
  const [page, setting] = [t('console.search.kinds.page'), t('console.search.kinds.setting')];
  const areaCommand = (name: Area): Command => ({
    kind: page,
    icon: name,
    text: t(`console.frame.areas.${name}`),
    to: name === 'overview' ? '/console' : `/console/${name}`,
  });
  return [
    ...actionsOf(call),
    areaCommand('overview'),
    ...Object.values(areaGroups).flat().map(areaCommand),
    ...namesOf(simulateTasks).map(
      (task): Command => ({
        kind: page,
        icon: 'simulate',
        text: `${t('console.frame.areas.simulate')}: ${t(`console.simulate.tasks.${task}`)}`,
        to: pathOfTask(task),
      }),
    ),
    { kind: page, icon: 'lock', text: t('console.account.title'), to: '/console/account' },
    ...places.map(
      ([name, to]): Command => ({ kind: page, icon: 'reference', text: t(`kit.places.${name}`), to }),
    ),
    ...namesOf(accountSettings).map(
      (name): Command => ({
        kind: setting,
        icon: 'settings',
        text: labelOf(t, 'settings', name),
        words: `${name} ${t('console.frame.areas.settings')}`,
        to: `/console/settings#${accountSettings[name].part}`,
      }),
    ),
  ];
}

function actionsOf({ t, account: { clock, chaos, script } }: PageCall): readonly Command[] {
  const kind = t('console.search.kinds.action');
  const actionCommand = (icon: IconName, action: string, text: string): Command => ({
    kind,
    icon,
    text,
    to: '/console/simulate',
    action,
  });
  const linkCommand = (icon: IconName, text: string, to: string): Command => ({ kind, icon, text, to });
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return [
    linkCommand('sessions', t('console.sessions.new'), pathOfPart('session')),
    linkCommand(
      'deliveries',
      t('console.search.actions.resendAbandoned'),
      '/console/deliveries?state=gave_up',
    ),
    actionCommand('clock', 'clock_1_day', t('console.search.actions.advanceDay')),
    actionCommand('clock', 'clock_next', t('console.search.actions.advanceToNext')),
    isStopped
      ? actionCommand('clock', 'clock_go', t('console.search.actions.resumeClock'))
      : actionCommand('clock', 'clock_stop', t('console.search.actions.stopClock')),
    ...(clock ? [actionCommand('clock', 'clock_real', t('console.simulate.bar.realTime'))] : []),
    chaos
      ? actionCommand('flask', 'chaos_off', t('console.simulate.bar.chaosOff'))
      : linkCommand('flask', t('console.search.actions.chaosOn'), pathOfPart('chaos')),
    script
      ? actionCommand('flask', 'script_off', t('console.simulate.bar.scriptsOff'))
      : actionCommand('flask', 'magic_on', t('console.simulate.scripts.magicOn')),
    linkCommand('keys', t('console.search.actions.copyToken'), '/console/keys#connect'),
    linkCommand('receivers', t('console.search.actions.snapshot'), pathOfPart('snapshots')),
  ];
}
