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
  openapi: () => import('./commands/openapi.ts'),
  connection: () => import('./commands/connection.ts'),
  completion: completion.load,
  version: () => import('./commands/version.ts'),
};

/** Groups of commands. */
const groups: Readonly<Record<string, readonly Leaf[]>> = {
  delivery: group(async () => (await import('./commands/simulation/delivery.ts')).deliveryCommands, {
    list: 'list deliveries, newest first, and why they failed',
    show: 'show a delivery: the webhook, each answer, and why it failed',
    resend: 'send a webhook again, or all that were given up',
  }),
  session: group(async () => (await import('./commands/session/session.ts')).sessionCommands, {
    create: 'create a payment session; what you leave out gets a default',
    list: 'list the sessions of the account, newest first',
    show: 'show a session with its payment and its credits',
    pay: 'pay a session as the payment page does',
    wait: 'wait until something happens to a session',
    expire: 'expire a pending session',
  }),
  pos: group(async () => (await import('./commands/pos/pos.ts')).posCommands, {
    pair: 'link a virtual terminal to the merchant',
    create: "make a transaction, as the till's backend does",
    list: 'list what the terminal has to do',
    terminals: "list the merchant's terminals, newest first",
    pay: 'pay at the terminal: one transaction, all, or whatever comes in',
    cancel: "cancel a transaction, or ask for its void, as the till's backend does",
    void: 'confirm at the terminal the void of a paid transaction',
    settle: 'close the batch of the terminal',
  }),
  script: group(async () => (await import('./commands/simulation/script.ts')).scriptCommands, {
    set: 'set how the next sessions end, by the rules of a file',
    show: 'show the rules, how often each matched and what comes next',
    clear: 'remove the rules',
    magic: 'show the amounts that decide how a session ends, or set them as rules',
  }),
  clock: group(async () => (await import('./commands/simulation/clock.ts')).clockCommands, {
    show: 'show the time of the account',
    freeze: 'stop the clock: nothing expires, nothing is retried',
    unfreeze: 'let the clock go on from where it stands',
    set: 'set the clock',
    advance: 'let time pass: what comes due happens in order, webhooks included',
    reset: 'go back to real time',
  }),
  chaos: group(async () => (await import('./commands/simulation/chaos.ts')).chaosCommands, {
    set: 'choose faults, and how often each happens',
    show: 'show the faults that are on, and how often each has happened',
    off: 'turn all faults off',
  }),
  class: group(async () => (await import('./commands/account/class.ts')).classCommands, {
    create: 'make a class, and print the code that trainees join it with',
    list: 'list your classes, newest first',
    progress: 'show what each trainee has done, and where somebody is stuck',
    join: "join a trainer's class",
    leave: 'leave the class that you are in',
    rename: 'give a class of yours another title',
    close: 'close a class: nobody can join any more',
    'new-code': 'give a class another join code',
    remove: 'take a trainee out of a class',
    'reset-password': 'give a trainee a password for one login',
  }),
  account: group(async () => (await import('./commands/account/account.ts')).accountCommands, {
    create: 'open an account and print its credentials',
    login: 'get tokens for an account',
    password: 'change the password of the account',
    delete: 'delete the account with everything that it has',
  }),
  agreement: group(async () => (await import('./commands/account/agreement.ts')).agreementCommands, {
    create: 'create an agreement; what you leave out gets a default',
    list: 'list the agreements of the account, newest first',
  }),
  partner: group(async () => (await import('./commands/account/partner.ts')).partnerCommands, {
    create: 'make a partner, who can receive a share of payments',
    list: 'list the partners of the account, newest first',
  }),
  keys: group(async () => (await import('./commands/account/keys.ts')).keysCommands, {
    list: 'list API and refresh tokens, the last used first',
    revoke: 'revoke a token: it opens nothing any more',
    show: 'show the account, the end of its first token, and its receivers',
    rotate: 'replace the secret that signs webhooks',
    'webhook-secret': 'show the secret that signs webhooks',
  }),
  settings: group(async () => (await import('./commands/account/settings.ts')).settingsCommands, {
    show: 'show the settings of the account',
    set: 'change settings; those that are not named stay',
  }),
  snapshot: group(async () => (await import('./commands/snapshot.ts')).snapshotCommands, {
    save: 'write the account to a file that can be committed',
    load: 'replace the account by what a file holds',
  }),
};

/** What each is for, below the headings of the help and in its order. */
const summaries = {
  'Run it:': {
    start: 'start the simulator',
    init: 'add a webhook receiver to the project in this folder, with a test and a workflow',
    exec: 'run a command, such as your tests, beside a simulator of its own',
    env: 'print the address and the credentials as environment variables',
    open: 'open the console, a payment page or the documentation in the browser',
    status: 'show what runs, its clock, chaos and relay, and what failed last',
    config: 'show the settings of sim start, and where each comes from',
  },
  'Webhooks:': {
    listen: 'receive webhooks here, and check their signatures',
    relay: 'deliver webhooks to a port of this machine',
    trigger: 'create a session that ends as you say, and show what its webhooks are answered',
    delivery: 'webhooks that were sent: list them, show one, send it again',
    doctor: 'test a webhook receiver: what is wrong with it, and how to mend it',
    probe: 'send a webhook with a fault on purpose, and check the answer',
    replay: 'send webhooks again from the files of sim relay --save',
  },
  'Payments:': {
    session: 'create, pay and follow payment sessions',
    pos: 'a virtual card terminal: link it, pay, void and close its batch',
  },
  'Decide what happens:': {
    outcome: 'force the outcome of a session: paid, failed, expired, accredited',
    script: 'rules for how the next sessions end: set, show or clear them',
    clock: "the account's clock: show, stop, set or advance it",
    chaos: 'faults in webhooks and API answers, the same ones for the same seed',
  },
  'See what happened:': {
    trace: 'show what has happened, or follow it live',
    calls: 'show the API calls of the account, refused ones with their cause, or follow them live',
    wait: 'wait until something has happened, once or a number of times',
    expect: 'check how often something has happened',
  },
  'Learn:': {
    progress: 'show which practices are done, and what to do next',
    class: 'classes: make one, see how its trainees get on, join and leave',
  },
  'The account:': {
    account: 'open accounts and log in to them',
    agreement: 'the agreements of the account',
    partner: 'the partners of the account',
    keys: 'tokens of the account, and the secret that signs its webhooks',
    settings: 'settings of the account: webhooks, limits, delays',
    snapshot: 'the account in a file: save it, load it',
    reset: 'empty the account; its credentials stay',
  },
  'Besides:': {
    connection: 'options of every command: address, credentials, JSON, language',
    health: 'ask whether the simulator is up',
    openapi: 'print the OpenAPI document',
    completion: completion.summary,
    version: 'print the version',
  },
};

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
  const isOfGroup = groups.delivery?.some(({ name }) => name === second) || /^(-h|--help)$/.test(second);
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
export const commandTree: readonly ((Leaf | Group) & { readonly heading: string })[] = Object.entries(
  summaries,
).flatMap(([heading, below]) =>
  Object.entries(below).map(([name, summary]) => {
    const load = leaves[name];
    return load ? { name, summary, heading, load } : { name, summary, heading, commands: groups[name] ?? [] };
  }),
);
