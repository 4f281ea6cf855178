import { namesOf } from '@svc-simulator/contract';
import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { CommandEntry, CommandGroup, DeclareCommand } from './command.ts';
import { completion } from './program.ts';

type CommandLoaders = Readonly<Record<string, CommandEntry['load']>>;

/** Declares the commands of a file by name, so that help does not load the file. */
function loadGroup<const N extends string>(
  load: () => Promise<Readonly<Record<N, DeclareCommand>>>,
  names: readonly N[],
): CommandLoaders {
  return Object.fromEntries(names.map((name) => [name, async () => (await load())[name]]));
}

const commandsByHeading = {
  run: {
    start: async () => (await import('./start/start.ts')).startCommand,
    init: async () => (await import('./commands/init.ts')).init,
    exec: async () => (await import('./exec/exec.ts')).declareExec,
    env: async () => (await import('./commands/env.ts')).env,
    open: async () => (await import('./commands/about.ts')).open,
    status: async () => (await import('./commands/status.ts')).status,
    config: async () => (await import('./commands/config.ts')).config,
  },
  webhooks: {
    listen: async () => (await import('./commands/listen.ts')).listen,
    relay: async () => (await import('./commands/relay.ts')).relay,
    trigger: async () => (await import('./commands/trigger.ts')).trigger,
    delivery: loadGroup(
      async () => (await import('./commands/simulation/delivery.ts')).deliveryCommands,
      ['list', 'show', 'resend', 'experiment'],
    ),
    doctor: async () => (await import('./doctor/doctor.ts')).doctor,
    probe: async () => (await import('./commands/simulation/delivery.ts')).probe,
    replay: async () => (await import('./commands/relay.ts')).replay,
  },
  payments: {
    session: loadGroup(
      async () => (await import('./commands/session/session.ts')).sessionCommands,
      ['create', 'list', 'show', 'pay', 'wait', 'expire'],
    ),
    pos: loadGroup(
      async () => (await import('./commands/pos/pos.ts')).posCommands,
      ['pair', 'create', 'list', 'terminals', 'pay', 'cancel', 'void', 'settle'],
    ),
  },
  decide: {
    outcome: async () => (await import('./commands/simulation/outcome.ts')).outcome,
    script: loadGroup(
      async () => (await import('./commands/simulation/script.ts')).scriptCommands,
      ['set', 'show', 'clear', 'magic'],
    ),
    clock: loadGroup(
      async () => (await import('./commands/simulation/clock.ts')).clockCommands,
      ['show', 'freeze', 'unfreeze', 'set', 'advance', 'reset'],
    ),
    chaos: loadGroup(
      async () => (await import('./commands/simulation/chaos.ts')).chaosCommands,
      ['set', 'show', 'off'],
    ),
  },
  see: {
    trace: async () => (await import('./commands/trace.ts')).trace,
    calls: async () => (await import('./commands/trace.ts')).calls,
    wait: async () => (await import('./commands/wait.ts')).waitForEventCommand,
    expect: async () => (await import('./commands/wait.ts')).expect,
  },
  learn: {
    progress: async () => (await import('./commands/progress.ts')).progress,
    class: loadGroup(
      async () => (await import('./commands/account/class.ts')).classCommands,
      [
        'create',
        'list',
        'progress',
        'join',
        'leave',
        'note',
        'answer',
        'rename',
        'close',
        'reopen',
        'archive',
        'practices',
        'due',
        'tools',
        'new-code',
        'mark',
        'certificate',
        'revoke',
        'move',
        'remove',
        'reset-password',
      ],
    ),
  },
  account: {
    account: loadGroup(
      async () => (await import('./commands/account/account.ts')).accountCommands,
      ['create', 'login', 'password', 'merchant', 'delete'],
    ),
    agreement: loadGroup(
      async () => (await import('./commands/account/agreement.ts')).agreementCommands,
      ['create', 'list'],
    ),
    partner: loadGroup(
      async () => (await import('./commands/account/agreement.ts')).partnerCommands,
      ['create', 'list'],
    ),
    keys: loadGroup(
      async () => (await import('./commands/account/keys.ts')).keysCommands,
      ['list', 'revoke', 'show', 'rotate', 'webhook-secret'],
    ),
    settings: loadGroup(
      async () => (await import('./commands/account/keys.ts')).settingsCommands,
      ['show', 'set'],
    ),
    snapshot: loadGroup(
      async () => (await import('./commands/snapshot.ts')).snapshotCommands,
      ['save', 'load'],
    ),
    reset: async () => (await import('./commands/account/account.ts')).resetCommand,
  },
  operate: {
    operator: loadGroup(
      async () => (await import('./commands/operator/operator.ts')).operatorCommands,
      [
        ...(['accounts', 'account', 'create', 'suspend', 'resume', 'password', 'quotas', 'delete'] as const),
        ...(['registration', 'notice', 'audit'] as const),
      ],
    ),
  },
  besides: {
    connection: async () => (await import('./commands/about.ts')).connection,
    mcp: async () => (await import('./commands/mcp.ts')).mcp,
    health: async () => (await import('./commands/about.ts')).health,
    openapi: async () => (await import('./commands/about.ts')).openapi,
    completion: completion.load,
    version: async () => (await import('./commands/about.ts')).version,
  },
} satisfies Readonly<Record<string, Readonly<Record<string, CommandEntry['load'] | CommandLoaders>>>>;

/** Commands of the short help; `--all` also shows the others. */
const commonCommands: readonly string[] = [
  'start',
  'exec',
  'open',
  'status',
  'listen',
  'relay',
  'trigger',
  'delivery',
  'doctor',
  'session',
  'outcome',
  'trace',
];
export const isCommonCommand = (name: string) => commonCommands.includes(name);

/**
 * Replaces older command names, which no help mentions. `sim deliveries` becomes `sim delivery list`, and
 * `sim delivery ID` becomes `sim delivery show ID`.
 */
export function replaceOldNames(words: readonly string[]): readonly string[] {
  const [first, second = ''] = words;
  if (first === 'deliveries') return ['delivery', 'list', ...words.slice(1)];
  if (first === 'resend') return ['delivery', 'resend', ...words.slice(1)];
  const isDeliveryCommand =
    namesOf(commandsByHeading.webhooks.delivery).some((name) => name.startsWith(second)) ||
    /^(-h|--help)$/.test(second);
  return first === 'delivery' && !isDeliveryCommand ? ['delivery', 'show', ...words.slice(1)] : words;
}

const groupsWithShow: readonly string[] = ['clock', 'chaos', 'script', 'settings'];

/** Returns `clock show` for `clock` alone; likewise for the other groups with a command `show`. */
export function addShowCommand(words: readonly string[]): readonly string[] {
  const [first = '', second = '-'] = words;
  const hasNoCommand = second.startsWith('-') && second !== '-h' && second !== '--help';
  return groupsWithShow.includes(first) && hasNoCommand ? [first, 'show', ...words.slice(1)] : words;
}

export function namesBelow(name: string): readonly string[] {
  const entry = commandTree.find((candidate) => candidate.name === name);
  return entry && 'commands' in entry ? entry.commands.map((leaf) => leaf.name) : [];
}

/** Returns the words that name a command or group, such as `session pay`; undefined if neither exists. */
export function commandPath(words: readonly string[]): readonly string[] | undefined {
  const commandWords = words.filter((word) => !word.startsWith('-'));
  const [first = ''] = commandWords;
  return isCommand(commandWords) ? commandWords.slice(0, namesBelow(first).length > 0 ? 2 : 1) : undefined;
}

export function isCommand(words: readonly string[]): boolean {
  const [first, second] = words;
  if (first === undefined) return true;
  const entry = commandTree.find(({ name }) => name === first);
  if (!entry || 'load' in entry || second === undefined) return entry !== undefined;
  return entry.commands.some(({ name }) => name === second);
}

export const commandTree: readonly ((CommandEntry | CommandGroup) & { readonly heading: PlainKey })[] =
  namesOf(commandsByHeading).flatMap((heading) =>
    Object.entries<CommandEntry['load'] | CommandLoaders>(commandsByHeading[heading]).map(
      ([name, content]) => {
        const entry = {
          name,
          summary: `help.${name}` as PlainKey,
          heading: `help.program.heading.${heading}` as const,
        };
        if (typeof content === 'function') return { ...entry, load: content };
        const commands = Object.entries(content).map(([leaf, load]) => ({
          name: leaf,
          summary: `help.${name}.${leaf}` as PlainKey,
          load,
        }));
        return { ...entry, commands };
      },
    ),
  );
