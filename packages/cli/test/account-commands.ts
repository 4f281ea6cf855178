import { randomUUID } from 'node:crypto';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { Surface } from './account-scene.ts';
import type { Belongings } from './belongings.ts';

/** What a command needs: the tokens that open a surface. */
export type Needs = Surface;
/** The words after a command, about what belongs to an account; `third` is somebody else. */
type Words = (own: Belongings, third: DemoAccount) => readonly string[] | Promise<readonly string[]>;
export type Case = readonly [command: string, needs: Needs, words: Words];
const alone = () => [];
const file = 'saved.json';

/** Commands that change nothing. */
export const reads: readonly Case[] = [
  ['session list', 'console', alone],
  ['delivery list', 'console', alone],
  ['delivery show', 'console', async (own) => [await own.delivery()]],
  ['session show', 'api', async (own) => [await own.session()]],
  ['session wait', 'console', async (own) => [await own.session(), '--for', 'session.created']],
  ['wait', 'console', async (own) => ['session.created', '--session', await own.session()]],
  ['expect', 'console', async (own) => ['session.created', '--session', await own.session()]],
  ['trace', 'console', async (own) => ['--session', await own.session()]],
  ['calls', 'console', async (own) => ['--session', await own.session()]],
  ['progress', 'console', alone],
  ['agreement list', 'api', alone],
  ['partner list', 'api', alone],
  ['settings show', 'console', alone],
  ['keys show', 'console', alone],
  ['class list', 'console', alone],
  ['class progress', 'console', alone],
  ['script show', 'api', alone],
  ['chaos show', 'api', alone],
  ['pos list', 'console', alone],
  ['pos terminals', 'console', alone],
  ['keys list', 'console', alone],
  ['keys webhook-secret', 'console', alone],
  ['snapshot save', 'api', () => [file, '--no-trace']],
];

/** Commands that the account's trace tells of. */
export const writes: readonly Case[] = [
  ['session create', 'api', alone],
  ['session pay', 'console', async (own) => [await own.session()]],
  ['session expire', 'api', async (own) => [await own.session()]],
  ['trigger', 'api', () => ['paid']],
  ['outcome', 'api', async (own) => [await own.session(), '--outcome', 'paid']],
  ['delivery resend', 'api', async (own) => [await own.delivery()]],
  ['probe', 'api', async (own) => [await own.session(), '--kind', 'duplicate']],
  ['script set', 'api', (own) => [own.script()]],
  ['script magic', 'api', () => ['--set']],
  ['script clear', 'api', alone],
  ['chaos set', 'api', () => ['--seed', '3', '--duplicate', '0.0001']],
  ['chaos off', 'api', async (own) => own.chaos().then(alone)],
  ['class create', 'console', () => ['A class']],
  ['class rename', 'console', async (own) => [await own.class(), 'Another']],
  ['class close', 'console', async (own) => [await own.class(), '--yes']],
  ['class tools', 'console', async (own) => [await own.class(), 'yes']],
  ['class new-code', 'console', async (own) => [await own.class(), '--yes']],
  ['class join', 'console', async (own, third) => [await own.foreignCode(third), ...own.password()]],
  ['class leave', 'console', async (own, third) => own.member(third).then(() => own.password())],
  ['account password', 'console', (own) => own.passwords()],
  ['keys revoke', 'console', async (own) => [await own.spareToken(), '--yes', ...own.password()]],
  ['keys rotate', 'console', (own) => ['--yes', ...own.password()]],
  ['agreement create', 'api', () => ['An agreement']],
  ['partner create', 'api', () => ['A partner']],
  ['pos pair', 'console', (own) => [`VT-of-${own.account.short_name}`, '--again']],
  ['pos create', 'console', () => ['--order', randomUUID()]],
  ['pos cancel', 'console', async (own) => [await own.order()]],
  ['pos pay', 'console', async (own) => [await own.order()]],
  ['pos void', 'console', async (own) => [await own.voidable()]],
  ['pos settle', 'console', async (own) => own.terminal().then(alone)],
  ['clock freeze', 'api', alone],
  ['clock unfreeze', 'api', alone],
  ['clock advance', 'api', () => ['1s']],
  ['clock set', 'api', () => [new Date().toISOString()]],
  ['clock reset', 'api', alone],
  ['snapshot load', 'api', async (own) => [await own.snapshot(), '--yes']],
  ['reset', 'api', () => ['--yes']],
];

/** Commands on a trainee, whose trace tells of them. */
export const onTrainees: readonly string[] = ['class remove', 'class reset-password'];

/** Commands that have a test of their own. */
export const apart: readonly string[] = [
  'relay',
  'listen',
  'env',
  'open',
  'status',
  'doctor',
  'mcp',
  'settings set',
  'clock show',
  'account delete',
  'account merchant',
];

/** Commands that are about no account, or about the one whose name and password they are given. */
export const ofNobody: readonly string[] = [
  'start',
  'init',
  'exec',
  'replay',
  'config',
  'health',
  'openapi',
  'completion',
  'connection',
  'version',
  'account create',
  'account login',
];
