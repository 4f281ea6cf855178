import { mapValues, toSnakeCase } from '@svc-simulator/contract';
import { jsonLine, printableJson } from '@svc-simulator/core';
import type { DemoAccount, Log } from '@svc-simulator/simulator';
import { messageText } from '@svc-simulator/texts/message.ts';
import { startTexts } from '@svc-simulator/texts/translated-error.ts';
import type { CliContext } from '../cli-context.ts';
import { createTraceFormatter } from '../rendering/causes.ts';
import { type Style, styleFor } from '../rendering/report.ts';
import { alignColumns, printable, quoteWord, withoutSecrets } from '../rendering/text.ts';

export interface BannerFacts {
  readonly version: string;
  readonly url: string;
  readonly publicUrl: string;
  readonly account: DemoAccount | null;
  /** One-time login link; null if it isn't shown, for example because other machines reach the simulator. */
  readonly loginUrl: string | null;
  /** Accounts of the seed, the demo account first; empty without a seed. */
  readonly seededAccounts: readonly DemoAccount[];
  /** Where data is stored: the data directory as the user wrote it, or PostgreSQL; null for memory only. */
  readonly data: string | null;
  readonly authorityFile: string | null;
  readonly program: string;
  /** ` --data DIR` if other commands need it to find the run file; usually empty. */
  readonly dataFlag: string;
}

export function bannerLines(facts: BannerFacts, style: Style): string[] {
  const { t } = style;
  const { url, publicUrl, account, seededAccounts, authorityFile, program, dataFlag, loginUrl } = facts;
  const accounts = seededAccounts.length > 0 ? seededAccounts : account ? [account] : [];
  const rows = [
    ['API', style.cyan(url)],
    ...(publicUrl === url ? [] : [[t('cli.start.banner.public_url'), style.cyan(publicUrl)]]),
    [t('cli.start.banner.console'), style.cyan(`${publicUrl}/console`)],
    ...(loginUrl === null
      ? []
      : [
          [
            t('cli.start.banner.login'),
            t('cli.start.banner.login_link', { link: style.cyan(loginUrl), program, dataFlag }),
          ],
        ]),
    [t('cli.start.banner.docs'), `${publicUrl}/docs`],
    [t('cli.start.banner.differences'), `${publicUrl}/fidelidad`],
    [t('cli.start.banner.data'), facts.data ?? t('cli.start.banner.memory_only')],
    ...(authorityFile === null ? [] : [[t('cli.start.banner.authority'), authorityFile]]),
    ...accounts.map((account) => [
      t('cli.start.banner.account'),
      t('cli.start.banner.password', { short_name: account.short_name, password: account.password }),
    ]),
    [t('cli.start.banner.test_keys'), t('cli.start.banner.test_keys_meaning')],
  ];
  const nextCommand = account ? 'listen --port 3000' : 'account create my-shop';
  return [
    t('cli.start.banner.ready', { product: style.bold('svc-simulator'), version: facts.version }),
    '',
    ...indentRows(rows, style),
    ...(authorityFile === null ? [] : ['', ...trustLines(authorityFile, style)]),
    '',
    style.bold(t('cli.start.banner.try_next')),
    `  ${program} ${nextCommand}${dataFlag}`,
    ...(account ? [style.dim(t('cli.start.banner.env_prints_credentials', { program, dataFlag }))] : []),
    '',
  ];
}

/** Shows how programs trust the simulator's certificate. */
function trustLines(file: string, style: Style): string[] {
  return [
    style.bold(style.t('cli.start.banner.trust_heading')),
    ...indentRows(
      [
        ['Node, Bun', `NODE_EXTRA_CA_CERTS=${quoteWord(file)}`],
        ['curl', `curl --cacert ${quoteWord(file)}`],
      ],
      style,
    ),
  ];
}

function indentRows(rows: readonly (readonly string[])[], style: Style): string[] {
  return alignColumns(rows.map(([name = '', value = '']) => [`  ${style.dim(name)}`, value]));
}

interface PrintedEvent {
  readonly accountId: string;
  readonly json: string;
}

/**
 * Prints trace events, one per line. Prints all events of one turn of the event loop with one write. Events
 * before `open` wait, so that the message that the simulator is ready comes first.
 */
export class EventPrinter {
  readonly #context: CliContext;
  readonly #format: (event: PrintedEvent) => string;
  #waitingEvents: PrintedEvent[] = [];
  #isOpen = false;
  #isScheduled = false;

  constructor(context: CliContext, { json }: { readonly json?: boolean }) {
    const style = styleFor(context.stdout, context);
    this.#context = context;
    this.#format = json ? jsonEventLine : textLines(style);
  }

  add(event: PrintedEvent): void {
    this.#waitingEvents.push(event);
    if (!this.#isOpen || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.flush());
  }

  open(): void {
    this.#isOpen = true;
    this.flush();
  }

  flush(): void {
    this.#isScheduled = false;
    if (!this.#isOpen || this.#waitingEvents.length === 0) return;
    const events = this.#waitingEvents;
    this.#waitingEvents = [];
    this.#context.stdout.write(events.map(this.#format).join(''));
  }
}

/** Adds the account to the event's JSON, because event ids are unique only within an account. */
function jsonEventLine({ accountId, json }: PrintedEvent): string {
  return `${printableJson(json.slice(0, -1))},"account_id":${jsonLine(accountId)}}\n`;
}

function textLines(style: Style): (event: PrintedEvent) => string {
  const formatEvent = createTraceFormatter(style.t);
  return ({ json }) => `${formatEvent(JSON.parse(json), style)}\n`;
}

export type LogFormat = 'text' | 'json';

interface LogOptions {
  readonly log?: LogFormat;
  readonly quiet?: boolean;
}

const MAX_VALUE_LENGTH = 4000;

/**
 * Returns the simulator's log on stderr: lines for people, or one JSON object per line with `level`, `time`,
 * `message` and details such as `request_id`. Masks secrets.
 */
export function createLog(
  context: Pick<CliContext, 't' | 'stderr' | 'env' | 'now'>,
  options: LogOptions,
): Log {
  const { t, stderr, now } = context;
  const style = styleFor(stderr, context);
  const levels = {
    info: 'info',
    warn: style.yellow(style.t('cli.start.log.warning')),
    error: style.red('error'),
  };
  return (level, message, fields = {}, notice) => {
    if (options.quiet && level === 'info') return;
    if (options.log === 'json') {
      const line = {
        level,
        time: new Date(now()).toISOString(),
        message,
        ...mapValues(toSnakeCase(fields), truncateValue),
      };
      stderr.write(`${withoutSecrets(jsonLine(line))}\n`);
      return;
    }
    const detailTexts = Object.entries(fields).map(([name, value]) => ` ${name}=${printable(value, 2000)}`);
    const line = `${levels[level]}: ${notice ? messageText(startTexts(t.lang), notice) : message}${style.dim(detailTexts.join(''))}`;
    stderr.write(`${withoutSecrets(line)}\n`);
  };
}

function truncateValue(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value;
}
