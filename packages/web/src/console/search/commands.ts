import { accountSettings, labelOf, namesOf } from '@svc-simulator/contract';
import { type Area, areaGroups, type PageCall } from '../page-call.ts';
import { pathOfPart, pathOfTask, simulateTasks } from '../simulate/typed.ts';

export interface Command {
  /** In words. */
  readonly kind: string;
  readonly text: string;
  /** Other words that find it. */
  readonly words?: string;
  readonly to: string;
  /** Action of Simulate that a button runs; without it, `to` is a link. */
  readonly act?: string | undefined;
}

const places = ['terminal', 'docs', 'api', 'fidelity', 'openapi'] as const;
const placePaths = {
  terminal: '/terminal',
  docs: '/docs',
  api: '/docs/api',
  fidelity: '/fidelidad',
  openapi: '/openapi.json',
} as const;

/** Returns the actions, pages and settings whose words contain all words of `q`, the closest first. */
export function findCommands(call: PageCall, q: string): readonly Command[] {
  const queryWords = plain(q).split(/\s+/);
  const matches = commandsOf(call).filter(({ text, words = '' }) => {
    const allWords = plain(`${text} ${words}`);
    return queryWords.every((word) => allWords.includes(word));
  });
  const rank = ({ text }: Command) => (plain(text).startsWith(queryWords[0] ?? '') ? 0 : 1);
  return matches.toSorted((a, b) => rank(a) - rank(b));
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

function commandsOf(call: PageCall): readonly Command[] {
  const { t } = call;
  const [page, setting] = [t('console.search.kinds.page'), t('console.search.kinds.setting')];
  const area = (name: Area): Command => ({
    kind: page,
    text: t(`console.frame.areas.${name}`),
    to: name === 'overview' ? '/console' : `/console/${name}`,
  });
  return [
    ...actionsOf(call),
    area('overview'),
    ...Object.values(areaGroups).flat().map(area),
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
        to: `/console/settings#${accountSettings[name].about}`,
      }),
    ),
  ];
}

function actionsOf({ t, account: { clock, chaos, script } }: PageCall): readonly Command[] {
  const kind = t('console.search.kinds.action');
  const run = (act: string, text: string): Command => ({ kind, text, to: '/console/simulate', act });
  const go = (text: string, to: string): Command => ({ kind, text, to });
  const isStopped = (clock?.frozenAt ?? null) !== null;
  return [
    go(t('console.sessions.new'), pathOfPart('session')),
    go(t('console.search.acts.resend'), '/console/deliveries?state=gave_up'),
    run('clock_1_day', t('console.search.acts.day')),
    run('clock_next', t('console.search.acts.next')),
    isStopped
      ? run('clock_go', t('console.search.acts.go'))
      : run('clock_stop', t('console.search.acts.stop')),
    ...(clock ? [run('clock_real', t('console.simulate.bar.realTime'))] : []),
    chaos
      ? run('chaos_off', t('console.simulate.bar.chaosOff'))
      : go(t('console.search.acts.chaos'), pathOfPart('chaos')),
    script
      ? run('script_off', t('console.simulate.bar.scriptsOff'))
      : run('magic_on', t('console.simulate.scripts.magicOn')),
    go(t('console.search.acts.token'), '/console/keys#connect'),
    go(t('console.search.acts.snapshot'), pathOfPart('snapshots')),
  ];
}
