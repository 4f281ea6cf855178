import { type Group, group, type Leaf, leaf } from './command.ts';
import { completion } from './completion/completion-leaf.ts';

/** Every command of `sim`, in the order of its help. */
export const commandTree: readonly (Leaf | Group)[] = [
  leaf('start', 'start the simulator', async () => (await import('./commands/start.ts')).declareStart),
  leaf(
    'init',
    'give the project in this folder a webhook receiver, with its test and a workflow',
    async () => (await import('./commands/init.ts')).declareInit,
  ),
  leaf(
    'exec',
    'start a simulator for one command, such as a test run, and stop it after',
    async () => (await import('./commands/exec.ts')).declareExec,
  ),
  leaf(
    'env',
    'print the address and the credentials as environment variables',
    async () => (await import('./commands/env.ts')).declareEnv,
  ),
  leaf(
    'open',
    'open the console, a payment page or the documentation in the browser',
    async () => (await import('./commands/open.ts')).declareOpen,
  ),
  leaf(
    'status',
    'show what runs, its clock, chaos and relay, and what failed last',
    async () => (await import('./commands/status.ts')).declareStatus,
  ),
  leaf(
    'config',
    'show what sim start would take, and who says so: flag, environment, file or default',
    async () => (await import('./commands/config.ts')).declareConfig,
  ),
  leaf(
    'listen',
    'receive webhooks here, and say of each whether its signature is good',
    async () => (await import('./commands/listen.ts')).declareListen,
  ),
  leaf(
    'relay',
    'deliver webhooks to a port of this machine',
    async () => (await import('./commands/relay.ts')).declareRelay,
  ),
  leaf(
    'trigger',
    'make a session that ends as you say, and show what became of its webhooks',
    async () => (await import('./commands/trigger.ts')).declareTrigger,
  ),
  leaf(
    'doctor',
    'examine a webhook receiver, and say what is wrong with it and how to mend it',
    async () => (await import('./commands/doctor.ts')).declareDoctor,
  ),
  leaf(
    'verify',
    'judge by the suite how true a simulator is, ours or another',
    async () => (await import('./verify/verify-command.ts')).declareVerify,
  ),
  leaf(
    'probe',
    'send a webhook that misbehaves on purpose, and judge the answer',
    async () => (await import('./commands/simulation/probe.ts')).declareProbe,
  ),
  leaf(
    'deliveries',
    'list the deliveries of webhooks, newest first, with why they failed',
    async () => (await import('./commands/simulation/deliveries.ts')).declareDeliveries,
  ),
  leaf(
    'resend',
    'send a webhook again, or all that were given up, signed with a new timestamp',
    async () => (await import('./commands/simulation/resend.ts')).declareResend,
  ),
  leaf(
    'replay',
    'send webhooks again that a relay has saved',
    async () => (await import('./commands/replay.ts')).declareReplay,
  ),
  group(
    'session',
    'create, pay and follow payment sessions',
    async () => (await import('./commands/session/session.ts')).sessionCommands,
    {
      create: 'create a payment session, with something sensible in every field',
      list: 'list the sessions of the account, newest first',
      show: 'show a session with its payment and its credits',
      pay: 'pay a session as the payment page does',
      wait: 'wait until something happens to a session',
      expire: 'expire a pending session',
    },
  ),
  group(
    'pos',
    'a virtual card terminal: pair it, pay, void and close its batch',
    async () => (await import('./commands/pos/pos.ts')).posCommands,
    {
      pair: 'pair a virtual terminal with the merchant',
      create: "make a transaction, as the till's backend does",
      list: 'list what the terminal has to do',
      terminals: "list the merchant's terminals, newest first",
      pay: 'pay at the terminal: one transaction, all, or whatever comes in',
      cancel: "cancel a transaction, or ask for its void, as the till's backend does",
      void: 'confirm at the terminal the void of a paid transaction',
      settle: 'close the batch of the terminal',
    },
  ),
  leaf(
    'outcome',
    'force the outcome of a leg of a session',
    async () => (await import('./commands/simulation/outcome.ts')).declareOutcome,
  ),
  group(
    'script',
    'how the next sessions end: set rules, show them, take them away',
    async () => (await import('./commands/simulation/script.ts')).scriptCommands,
    {
      set: 'say how the next sessions end, by the rules of a file',
      show: 'show the rules, how often each matched and what comes next',
      clear: 'take the rules away',
      magic: 'show, or set, the amounts that say how a session ends',
    },
  ),
  group(
    'clock',
    'the time of the account: show it, stop it, set it, let time pass',
    async () => (await import('./commands/simulation/clock.ts')).clockCommands,
    {
      show: 'show the time of the account',
      freeze: 'stop the clock: nothing expires, nothing is retried',
      unfreeze: 'let the clock go on from where it stands',
      set: 'set the clock',
      advance: 'let time pass: what comes due happens in order, webhooks included',
      reset: 'go back to real time',
    },
  ),
  group(
    'chaos',
    'let webhooks and API answers go wrong, the same way for the same seed',
    async () => (await import('./commands/simulation/chaos.ts')).chaosCommands,
    {
      set: 'say what is to go wrong, and how often',
      show: 'show what is to go wrong, and how often it did',
      off: 'let nothing go wrong any more',
    },
  ),
  leaf(
    'find',
    'find sessions, deliveries and whatever else by words: identifier, id, amount, payer, URL',
    async () => (await import('./commands/simulation/find.ts')).declareFind,
  ),
  leaf(
    'trace',
    'show what has happened, or follow it live',
    async () => (await import('./commands/trace.ts')).declareTrace,
  ),
  leaf(
    'calls',
    'show the API calls of the account, refused ones with their cause, or follow them live',
    async () => (await import('./commands/account/calls.ts')).declareCalls,
  ),
  leaf(
    'wait',
    'wait until something has happened, once or a number of times',
    async () => (await import('./commands/wait.ts')).declareWait,
  ),
  leaf(
    'expect',
    'check what has happened: so often, at least so often, or not at all',
    async () => (await import('./commands/expect.ts')).declareExpect,
  ),
  leaf(
    'progress',
    'show which practices are done, and what to do next',
    async () => (await import('./commands/progress.ts')).declareProgress,
  ),
  group(
    'class',
    'classes: make one, see how its trainees get on, join and leave',
    async () => (await import('./commands/account/class.ts')).classCommands,
    {
      create: 'make a class, and print the code that trainees join it with',
      list: 'list your classes, newest first',
      progress: 'show who has done how much, and is stuck on what since when',
      join: "join a trainer's class",
      leave: 'leave the class that you are in',
      rename: 'give a class of yours another title',
      close: 'close a class: nobody can join any more',
      'new-code': 'give a class another join code',
      remove: 'take a trainee out of a class',
      'reset-password': 'give a trainee a password for one login',
    },
  ),
  group(
    'account',
    'open accounts and log in to them',
    async () => (await import('./commands/account/account.ts')).accountCommands,
    {
      create: 'open an account and print its credentials',
      login: 'get tokens for an account',
      password: 'change the password of the account',
      delete: 'delete the account with everything that it has',
    },
  ),
  group(
    'agreement',
    'the agreements of the account',
    async () => (await import('./commands/account/agreement.ts')).agreementCommands,
    {
      create: 'make an agreement, with something sensible in every field',
      list: 'list the agreements of the account, newest first',
      show: 'show an agreement',
    },
  ),
  group(
    'partner',
    'the partners of the account',
    async () => (await import('./commands/account/partner.ts')).partnerCommands,
    {
      create: 'make a partner, who can receive a share of payments',
      list: 'list the partners of the account, newest first',
      show: 'show a partner',
    },
  ),
  group(
    'receiver',
    'receivers of webhooks that every account has',
    async () => (await import('./commands/account/receiver.ts')).receiverCommands,
    {
      list: 'list their addresses, for --webhook-url',
      show: 'show what one of them got, newest first',
    },
  ),
  group(
    'keys',
    'what opens the account, and what signs its webhooks',
    async () => (await import('./commands/account/keys.ts')).keysCommands,
    {
      list: 'list API and refresh tokens, the last used first',
      revoke: 'revoke a token: it opens nothing any more',
      show: 'show the account, the end of its first token, and its receivers',
      rotate: 'replace the secret that signs webhooks',
      'webhook-secret': 'show the secret that signs webhooks',
    },
  ),
  group(
    'settings',
    'what the account has set for its webhooks, limits and delays',
    async () => (await import('./commands/account/settings.ts')).settingsCommands,
    {
      show: 'show the settings of the account',
      set: 'change settings; those that are not named stay',
    },
  ),
  group(
    'snapshot',
    'the account in a file: save it, load it, see what has changed',
    async () => (await import('./commands/snapshot/snapshot.ts')).snapshotCommands,
    {
      save: 'write the account to a file that can be committed',
      load: 'make the account what a file holds',
      diff: 'show what has changed since a file was saved, or between two files',
    },
  ),
  leaf(
    'reset',
    'bring the account back to newly created; its credentials stay',
    async () => (await import('./commands/simulation/reset.ts')).declareReset,
  ),
  leaf(
    'health',
    'ask whether the simulator is up',
    async () => (await import('./commands/health.ts')).declareHealth,
  ),
  leaf(
    'openapi',
    'print the OpenAPI document',
    async () => (await import('./commands/openapi.ts')).declareOpenApi,
  ),
  completion,
  leaf('version', 'print the version', async () => (await import('./commands/version.ts')).declareVersion),
];

/** Headings in the help, each above the commands from this one on. */
export const headings: Readonly<Record<string, string>> = {
  start: 'Run it:',
  listen: 'Webhooks:',
  session: 'Payments:',
  outcome: 'Decide what happens:',
  find: 'See what happened:',
  progress: 'Learn:',
  account: 'The account:',
  health: 'Besides:',
};
