import type { Command } from 'commander';
import { completion } from './completion/completion-leaf.ts';
import type { Surroundings } from './surroundings.ts';

/** Adds arguments, options and the action to a command that has its name and description already. */
export type Declare = (command: Command, surroundings: Surroundings) => void;

/** A command that does something; what it needs is loaded when it is called. */
export interface Leaf {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Declare>;
}

/** A command that only has commands of its own. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Leaf[];
}

/** Every command of `sim`, in the order of its help. */
export const commandTree: readonly (Leaf | Group)[] = [
  {
    name: 'start',
    summary: 'start the simulator',
    load: async () => (await import('./commands/start.ts')).declareStart,
  },
  {
    name: 'exec',
    summary: 'start a simulator for one command, such as a test run, and stop it after',
    load: async () => (await import('./commands/exec.ts')).declareExec,
  },
  {
    name: 'relay',
    summary: 'deliver webhooks to a port of this machine',
    load: async () => (await import('./commands/relay.ts')).declareRelay,
  },
  {
    name: 'replay',
    summary: 'send webhooks again that a relay has saved',
    load: async () => (await import('./commands/replay.ts')).declareReplay,
  },
  {
    name: 'session',
    summary: 'create, pay and follow payment sessions',
    commands: [
      {
        name: 'create',
        summary: 'create a payment session, with something sensible in every field',
        load: async () => (await import('./commands/session-create.ts')).declareSessionCreate,
      },
      {
        name: 'list',
        summary: 'list the sessions of the account, newest first',
        load: async () => (await import('./commands/session-list.ts')).declareSessionList,
      },
      {
        name: 'show',
        summary: 'show a session with its payment and its credits',
        load: async () => (await import('./commands/session-show.ts')).declareSessionShow,
      },
      {
        name: 'pay',
        summary: 'pay a session as the payment page does',
        load: async () => (await import('./commands/session-pay.ts')).declareSessionPay,
      },
      {
        name: 'wait',
        summary: 'wait until something happens to a session',
        load: async () => (await import('./commands/session-wait.ts')).declareSessionWait,
      },
      {
        name: 'expire',
        summary: 'expire a pending session',
        load: async () => (await import('./commands/session-expire.ts')).declareSessionExpire,
      },
    ],
  },
  {
    name: 'agreement',
    summary: 'the agreements of the account',
    commands: [
      {
        name: 'list',
        summary: 'list the agreements of the account, newest first',
        load: async () => (await import('./commands/agreement-list.ts')).declareAgreementList,
      },
    ],
  },
  {
    name: 'partner',
    summary: 'the partners of the account',
    commands: [
      {
        name: 'list',
        summary: 'list the partners of the account, newest first',
        load: async () => (await import('./commands/partner-list.ts')).declarePartnerList,
      },
    ],
  },
  {
    name: 'pos',
    summary: 'a virtual card terminal: pair it, pay, void and close its batch',
    commands: [
      {
        name: 'pair',
        summary: 'pair a virtual terminal with the merchant',
        load: async () => (await import('./commands/pos-pair.ts')).declarePosPair,
      },
      {
        name: 'create',
        summary: "make a transaction, as the till's backend does",
        load: async () => (await import('./commands/pos-create.ts')).declarePosCreate,
      },
      {
        name: 'list',
        summary: 'list what the terminal has to do',
        load: async () => (await import('./commands/pos-list.ts')).declarePosList,
      },
      {
        name: 'terminals',
        summary: "list the merchant's terminals, newest first",
        load: async () => (await import('./commands/pos-terminals.ts')).declarePosTerminals,
      },
      {
        name: 'pay',
        summary: 'pay at the terminal: one transaction, all, or whatever comes in',
        load: async () => (await import('./commands/pos-pay.ts')).declarePosPay,
      },
      {
        name: 'cancel',
        summary: "cancel a transaction, or ask for its void, as the till's backend does",
        load: async () => (await import('./commands/pos-cancel.ts')).declarePosCancel,
      },
      {
        name: 'void',
        summary: 'confirm at the terminal the void of a paid transaction',
        load: async () => (await import('./commands/pos-void.ts')).declarePosVoid,
      },
      {
        name: 'settle',
        summary: 'close the batch of the terminal',
        load: async () => (await import('./commands/pos-settle.ts')).declarePosSettle,
      },
    ],
  },
  {
    name: 'outcome',
    summary: 'force the outcome of a leg of a session',
    load: async () => (await import('./commands/outcome.ts')).declareOutcome,
  },
  {
    name: 'script',
    summary: 'how the next sessions end: set rules, show them, take them away',
    commands: [
      {
        name: 'set',
        summary: 'say how the next sessions end, by the rules of a file',
        load: async () => (await import('./commands/script-set.ts')).declareScriptSet,
      },
      {
        name: 'show',
        summary: 'show the rules, how often each matched and what comes next',
        load: async () => (await import('./commands/script-show.ts')).declareScriptShow,
      },
      {
        name: 'clear',
        summary: 'take the rules away',
        load: async () => (await import('./commands/script-clear.ts')).declareScriptClear,
      },
      {
        name: 'magic',
        summary: 'show, or set, the amounts that say how a session ends',
        load: async () => (await import('./commands/script-magic.ts')).declareScriptMagic,
      },
    ],
  },
  {
    name: 'clock',
    summary: 'the time of the account: show it, stop it, set it, let time pass',
    commands: [
      {
        name: 'show',
        summary: 'show the time of the account',
        load: async () => (await import('./commands/clock-show.ts')).declareClockShow,
      },
      {
        name: 'freeze',
        summary: 'stop the clock: nothing expires, nothing is retried',
        load: async () => (await import('./commands/clock-freeze.ts')).declareClockFreeze,
      },
      {
        name: 'unfreeze',
        summary: 'let the clock go on from where it stands',
        load: async () => (await import('./commands/clock-freeze.ts')).declareClockUnfreeze,
      },
      {
        name: 'set',
        summary: 'set the clock',
        load: async () => (await import('./commands/clock-set.ts')).declareClockSet,
      },
      {
        name: 'advance',
        summary: 'let time pass: what comes due happens in order, webhooks included',
        load: async () => (await import('./commands/clock-advance.ts')).declareClockAdvance,
      },
      {
        name: 'reset',
        summary: 'go back to real time',
        load: async () => (await import('./commands/clock-reset.ts')).declareClockReset,
      },
    ],
  },
  {
    name: 'chaos',
    summary: 'let webhooks and API answers go wrong, the same way for the same seed',
    commands: [
      {
        name: 'set',
        summary: 'say what is to go wrong, and how often',
        load: async () => (await import('./commands/chaos-set.ts')).declareChaosSet,
      },
      {
        name: 'show',
        summary: 'show what is to go wrong, and how often it did',
        load: async () => (await import('./commands/chaos-show.ts')).declareChaosShow,
      },
      {
        name: 'off',
        summary: 'let nothing go wrong any more',
        load: async () => (await import('./commands/chaos-off.ts')).declareChaosOff,
      },
    ],
  },
  {
    name: 'wait',
    summary: 'wait until something has happened, once or a number of times',
    load: async () => (await import('./commands/wait.ts')).declareWait,
  },
  {
    name: 'expect',
    summary: 'check what has happened: so often, at least so often, or not at all',
    load: async () => (await import('./commands/expect.ts')).declareExpect,
  },
  {
    name: 'probe',
    summary: 'send a webhook that misbehaves on purpose, and judge the answer',
    load: async () => (await import('./commands/probe.ts')).declareProbe,
  },
  {
    name: 'doctor',
    summary: 'examine a webhook receiver, and say what is wrong with it and how to mend it',
    load: async () => (await import('./commands/doctor.ts')).declareDoctor,
  },
  {
    name: 'resend',
    summary: 'send a webhook again, signed with a new timestamp',
    load: async () => (await import('./commands/resend.ts')).declareResend,
  },
  {
    name: 'trace',
    summary: 'show what has happened, or follow it live',
    load: async () => (await import('./commands/trace.ts')).declareTrace,
  },
  {
    name: 'progress',
    summary: 'show which practices are done, and what to do next',
    load: async () => (await import('./commands/progress.ts')).declareProgress,
  },
  {
    name: 'class',
    summary: 'classes: make one, see how its trainees get on, join and leave',
    commands: [
      {
        name: 'create',
        summary: 'make a class, and print the code that trainees join it with',
        load: async () => (await import('./commands/class-create.ts')).declareClassCreate,
      },
      {
        name: 'list',
        summary: 'list your classes, newest first',
        load: async () => (await import('./commands/class-list.ts')).declareClassList,
      },
      {
        name: 'progress',
        summary: 'show who has done how much, and is stuck on what since when',
        load: async () => (await import('./commands/class-progress.ts')).declareClassProgress,
      },
      {
        name: 'join',
        summary: "join a trainer's class",
        load: async () => (await import('./commands/class-join.ts')).declareClassJoin,
      },
      {
        name: 'leave',
        summary: 'leave the class that you are in',
        load: async () => (await import('./commands/class-leave.ts')).declareClassLeave,
      },
      {
        name: 'rename',
        summary: 'give a class of yours another title',
        load: async () => (await import('./commands/class-rename.ts')).declareClassRename,
      },
      {
        name: 'close',
        summary: 'close a class: nobody can join any more',
        load: async () => (await import('./commands/class-close.ts')).declareClassClose,
      },
      {
        name: 'new-code',
        summary: 'give a class another join code',
        load: async () => (await import('./commands/class-new-code.ts')).declareClassNewCode,
      },
      {
        name: 'remove',
        summary: 'take a trainee out of a class',
        load: async () => (await import('./commands/class-remove.ts')).declareClassRemove,
      },
      {
        name: 'reset-password',
        summary: 'give a trainee a password for one login',
        load: async () => (await import('./commands/class-reset-password.ts')).declareClassResetPassword,
      },
    ],
  },
  {
    name: 'account',
    summary: 'open accounts and log in to them',
    commands: [
      {
        name: 'create',
        summary: 'open an account and print its credentials',
        load: async () => (await import('./commands/account-create.ts')).declareAccountCreate,
      },
      {
        name: 'login',
        summary: 'get tokens for an account',
        load: async () => (await import('./commands/account-login.ts')).declareAccountLogin,
      },
      {
        name: 'password',
        summary: 'change the password of the account',
        load: async () => (await import('./commands/account-password.ts')).declareAccountPassword,
      },
      {
        name: 'delete',
        summary: 'delete the account with everything that it has',
        load: async () => (await import('./commands/account-delete.ts')).declareAccountDelete,
      },
    ],
  },
  {
    name: 'keys',
    summary: 'what opens the account, and what signs its webhooks',
    commands: [
      {
        name: 'list',
        summary: 'list API and refresh tokens, the last used first',
        load: async () => (await import('./commands/keys-list.ts')).declareKeysList,
      },
      {
        name: 'revoke',
        summary: 'revoke a token: it opens nothing any more',
        load: async () => (await import('./commands/keys-revoke.ts')).declareKeysRevoke,
      },
      {
        name: 'webhook-secret',
        summary: 'show the secret that signs webhooks, or replace it',
        load: async () => (await import('./commands/keys-webhook-secret.ts')).declareKeysWebhookSecret,
      },
    ],
  },
  {
    name: 'snapshot',
    summary: 'the account in a file: save it, load it, see what has changed',
    commands: [
      {
        name: 'save',
        summary: 'write the account to a file that can be committed',
        load: async () => (await import('./commands/snapshot-save.ts')).declareSnapshotSave,
      },
      {
        name: 'load',
        summary: 'make the account what a file holds',
        load: async () => (await import('./commands/snapshot-load.ts')).declareSnapshotLoad,
      },
      {
        name: 'diff',
        summary: 'show what has changed since a file was saved, or between two files',
        load: async () => (await import('./commands/snapshot-diff.ts')).declareSnapshotDiff,
      },
    ],
  },
  {
    name: 'reset',
    summary: 'bring the account back to newly created; its credentials stay',
    load: async () => (await import('./commands/reset.ts')).declareReset,
  },
  {
    name: 'health',
    summary: 'ask whether the simulator is up',
    load: async () => (await import('./commands/health.ts')).declareHealth,
  },
  {
    name: 'openapi',
    summary: 'print the OpenAPI document',
    load: async () => (await import('./commands/openapi.ts')).declareOpenApi,
  },
  completion,
  {
    name: 'version',
    summary: 'print the version',
    load: async () => (await import('./commands/version.ts')).declareVersion,
  },
];
