import { accountSettings, labelOf, namesOf } from '@svc-simulator/contract';
import { type Area, areaGroups, type PageCall } from '../page-call.ts';
import { pathOfPart, pathOfTask, simulateTasks } from '../simulate/typed.ts';

export interface Command {
  /** Type of the result in words, such as "Page". */
  readonly kind: string;
  readonly text: string;
  /** Words that match in addition to those of `text`. */
  readonly words?: string;
  readonly to: string;
  /** Action of the page Simulate, which a button runs. If undefined, the result is a link. */
  readonly action?: string | undefined;
}

const places = ['terminal', 'docs', 'api', 'fidelity', 'openapi'] as const;
const placePaths = {
  terminal: '/terminal',
  docs: '/docs',
  api: '/docs/api',
  fidelity: '/fidelidad',
  openapi: '/openapi.json',
} as const;

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
        text: `${t('console.frame.areas.simulate')}: ${t(`console.simulate.tasks.${task}`)}`,
        to: pathOfTask(task),
      }),
    ),
    { kind: page, text: t('console.account.title'), to: '/console/account' },
    ...places.map((name): Command => ({ kind: page, text: t(`kit.places.${name}`), to: placePaths[name] })),
    ...namesOf(accountSettings).map(
      (name): Command => ({
        kind: setting,
        text: labelOf(t, 'settings', name),
        words: `${name} ${t('console.frame.areas.settings')}`,
        to: `/console/settings#${accountSettings[name].part}`,
      }),
    ),
  ];
}

function actionsOf({ t, account: { clock, chaos, script } }: PageCall): readonly Command[] {
  const kind = t('console.search.kinds.action');
  const actionCommand = (action: string, text: string): Command => ({
    kind,
    text,
    to: '/console/simulate',
    action,
  });
  const linkCommand = (text: string, to: string): Command => ({ kind, text, to });
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return [
    linkCommand(t('console.sessions.new'), pathOfPart('session')),
    linkCommand(t('console.search.actions.resendAbandoned'), '/console/deliveries?state=gave_up'),
    actionCommand('clock_1_day', t('console.search.actions.advanceDay')),
    actionCommand('clock_next', t('console.search.actions.advanceToNext')),
    isStopped
      ? actionCommand('clock_go', t('console.search.actions.resumeClock'))
      : actionCommand('clock_stop', t('console.search.actions.stopClock')),
    ...(clock ? [actionCommand('clock_real', t('console.simulate.bar.realTime'))] : []),
    chaos
      ? actionCommand('chaos_off', t('console.simulate.bar.chaosOff'))
      : linkCommand(t('console.search.actions.chaosOn'), pathOfPart('chaos')),
    script
      ? actionCommand('script_off', t('console.simulate.bar.scriptsOff'))
      : actionCommand('magic_on', t('console.simulate.scripts.magicOn')),
    linkCommand(t('console.search.actions.copyToken'), '/console/keys#connect'),
    linkCommand(t('console.search.actions.snapshot'), pathOfPart('snapshots')),
  ];
}
