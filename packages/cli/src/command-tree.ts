import { namesOf } from '@svc-simulator/contract';
import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import { type Group, group, type Leaf } from './command.ts';
import { completion } from './completion/completion-leaf.ts';

/** Commands by themselves. */
const leaves: Readonly<Record<string, Leaf['load']>> = {
  start: () => import('./commands/start.ts'),
  init: () => import('./commands/init.ts'),
  exec: () => import('./exec/exec.ts'),
  env: () => import('./commands/env.ts'),
  open: () => import('./commands/open.ts'),
  status: () => import('./commands/status.ts'),
  config: () => import('./commands/config.ts'),
  listen: () => import('./commands/listen.ts'),
  relay: () => import('./commands/relay.ts'),
  trigger: () => import('./commands/trigger.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  probe: () => import('./commands/simulation/probe.ts'),
  replay: () => import('./commands/replay.ts'),
  outcome: () => import('./commands/simulation/outcome.ts'),
  trace: () => import('./commands/trace.ts'),
  calls: () => import('./commands/account/calls.ts'),
  wait: () => import('./commands/wait.ts'),
  expect: () => import('./commands/expect.ts'),
  progress: () => import('./commands/progress.ts'),
  reset: () => import('./commands/simulation/reset.ts'),
  health: () => import('./commands/health.ts'),
  mcp: () => import('./commands/mcp.ts'),
  openapi: () => import('./commands/openapi.ts'),
  connection: () => import('./commands/connection.ts'),
  completion: completion.load,
  version: () => import('./commands/version.ts'),
};

/** Groups of commands. */
const groups: Readonly<Record<string, readonly Leaf[]>> = {
  delivery: group(
    'delivery',
    async () => (await import('./commands/simulation/delivery.ts')).deliveryCommands,
    ['list', 'show', 'resend'],
  ),
  session: group('session', async () => (await import('./commands/session/session.ts')).sessionCommands, [
    'create',
    'list',
    'show',
    'pay',
    'wait',
    'expire',
  ]),
  pos: group('pos', async () => (await import('./commands/pos/pos.ts')).posCommands, [
    'pair',
    'create',
    'list',
    'terminals',
    'pay',
    'cancel',
    'void',
    'settle',
  ]),
  script: group('script', async () => (await import('./commands/simulation/script.ts')).scriptCommands, [
    'set',
    'show',
    'clear',
    'magic',
  ]),
  clock: group('clock', async () => (await import('./commands/simulation/clock.ts')).clockCommands, [
    'show',
    'freeze',
    'unfreeze',
    'set',
    'advance',
    'reset',
  ]),
  chaos: group('chaos', async () => (await import('./commands/simulation/chaos.ts')).chaosCommands, [
    'set',
    'show',
    'off',
  ]),
  class: group('class', async () => (await import('./commands/account/class.ts')).classCommands, [
    'create',
    'list',
    'progress',
    'join',
    'leave',
    'rename',
    'close',
    'tools',
    'new-code',
    'remove',
    'reset-password',
  ]),
  account: group('account', async () => (await import('./commands/account/account.ts')).accountCommands, [
    'create',
    'login',
    'password',
    'merchant',
    'delete',
  ]),
  agreement: group(
    'agreement',
    async () => (await import('./commands/account/agreement.ts')).agreementCommands,
    ['create', 'list'],
  ),
  partner: group('partner', async () => (await import('./commands/account/partner.ts')).partnerCommands, [
    'create',
    'list',
  ]),
  keys: group('keys', async () => (await import('./commands/account/keys.ts')).keysCommands, [
    'list',
    'revoke',
    'show',
    'rotate',
    'webhook-secret',
  ]),
  settings: group('settings', async () => (await import('./commands/account/settings.ts')).settingsCommands, [
    'show',
    'set',
  ]),
  snapshot: group('snapshot', async () => (await import('./commands/snapshot.ts')).snapshotCommands, [
    'save',
    'load',
  ]),
};

/** The headings of the help and what is below each, in its order. */
const headings = {
  run: ['start', 'init', 'exec', 'env', 'open', 'status', 'config'],
  webhooks: ['listen', 'relay', 'trigger', 'delivery', 'doctor', 'probe', 'replay'],
  payments: ['session', 'pos'],
  decide: ['outcome', 'script', 'clock', 'chaos'],
  see: ['trace', 'calls', 'wait', 'expect'],
  learn: ['progress', 'class'],
  account: ['account', 'agreement', 'partner', 'keys', 'settings', 'snapshot', 'reset'],
  besides: ['connection', 'mcp', 'health', 'openapi', 'completion', 'version'],
} as const;

/** What people use; the help shows the others with `--all`. */
const often: readonly string[] = [
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
export const isOften = (name: string) => often.includes(name);

/** Older names of commands: `sim deliveries` is `sim delivery list`. They work, and no help has them. */
export function namedAnew(words: readonly string[]): readonly string[] {
  const [first, second = ''] = words;
  if (first === 'deliveries') return ['delivery', 'list', ...words.slice(1)];
  if (first === 'resend') return ['delivery', 'resend', ...words.slice(1)];
  // The beginning of one may be completed yet.
  const isOfGroup =
    groups.delivery?.some(({ name }) => name.startsWith(second)) || /^(-h|--help)$/.test(second);
  return first === 'delivery' && !isOfGroup ? ['delivery', 'show', ...words.slice(1)] : words;
}

/** What people take for a command, and the one that does it. */
const otherwise: Readonly<Record<string, string>> = {
  login: 'account login SHORT_NAME',
  'keys create': 'account login SHORT_NAME',
  'keys new': 'account login SHORT_NAME',
};

/** The command that does what these words ask for, where no command has them. */
export function doneBy(words: readonly string[]): string | undefined {
  const [first = '', second] = words;
  return otherwise[first] ?? otherwise[`${first} ${second}`];
}

/** Whether the words call a command that is there; a group alone, and none at all, are. */
export function isCommand(words: readonly string[]): boolean {
  const [first, second] = words;
  if (first === undefined) return true;
  const entry = commandTree.find(({ name }) => name === first);
  if (!entry || 'load' in entry || second === undefined) return entry !== undefined;
  return entry.commands.some(({ name }) => name === second);
}

/** Every command of `sim`, in the order of its help. */
export const commandTree: readonly ((Leaf | Group) & { readonly heading: PlainKey })[] = namesOf(
  headings,
).flatMap((heading) =>
  headings[heading].map((name) => {
    const entry = {
      name,
      summary: `help.${name}`,
      heading: `help.program.heading.${heading}`,
    } as const;
    const load = leaves[name];
    return load ? { ...entry, load } : { ...entry, commands: groups[name] ?? [] };
  }),
);
