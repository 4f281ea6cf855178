import { mapValues, toSnakeCase } from '@svc-simulator/contract';
import { jsonLine, printableJson } from '@svc-simulator/core';
import type { DemoAccount, Log } from '@svc-simulator/simulator';
import { wordsOf } from '@svc-simulator/texts/message.ts';
import { startTexts } from '@svc-simulator/texts/translated-error.ts';
import type { CliContext } from '../cli-context.ts';
import { createTraceFormatter } from '../rendering/causes.ts';
import { type Colours, coloursFor } from '../rendering/report.ts';
import { columns, printable, quoteWord, withoutSecrets } from '../rendering/text.ts';

export interface BannerFacts {
  readonly version: string;
  readonly url: string;
  readonly publicUrl: string;
  readonly account: DemoAccount | null;
  /** Null if others can reach the simulator. */
  readonly loginUrl: string | null;
  /** Accounts of the seed, starting with `account`; empty without a seed. */
  readonly seeded: readonly DemoAccount[];
  /** The data directory as typed; null in memory. */
  readonly data: string | null;
  readonly trusted: string | null;
  readonly program: string;
  /** Option with which other commands find the run file, with a leading space; usually empty. */
  readonly dataFlag: string;
}

/** Formats the ready message of `sim start`: the URL, the accounts, test payments and next steps. */
export function bannerLines(facts: BannerFacts, colours: Colours): string[] {
  const { t } = colours;
  const { version, url, publicUrl, account, seeded, data, trusted, program, dataFlag, loginUrl } = facts;
  const accounts = seeded.length > 0 ? seeded : account ? [account] : [];
  const rows = [
    ['API', colours.cyan(url)],
    ...(publicUrl === url ? [] : [[t('cli.start.banner.public_url'), colours.cyan(publicUrl)]]),
    [t('cli.start.banner.console'), colours.cyan(`${publicUrl}/console`)],
    ...(loginUrl === null
      ? []
      : [
          [
            t('cli.start.banner.login'),
            t('cli.start.banner.login_link', { link: colours.cyan(loginUrl), program, dataFlag }),
          ],
        ]),
    [t('cli.start.banner.docs'), `${publicUrl}/docs`],
    [t('cli.start.banner.differences'), `${publicUrl}/fidelidad`],
    [t('cli.start.banner.data'), data ?? t('cli.start.banner.memory_only_gone_stops')],
    ...(trusted === null ? [] : [[t('cli.start.banner.authority'), trusted]]),
    ...accounts.map((account) => [
      t('cli.start.banner.account'),
      t('cli.start.banner.password', { short_name: account.short_name, password: account.password }),
    ]),
    [t('cli.start.banner.test_keys'), t('cli.start.banner.test_keys_say')],
  ];
  const next = account ? 'listen --port 3000' : 'account create my-shop';
  return [
    t('cli.start.banner.ready_ctrl_c_stops', { bold: colours.bold('svc-simulator'), version }),
    '',
    ...indented(rows, colours),
    ...(trusted === null ? [] : ['', ...trustLines(trusted, colours)]),
    '',
    colours.bold(t('cli.start.banner.try_next_another_terminal')),
    `  ${program} ${next}${dataFlag}`,
    ...(account ? [colours.dim(t('cli.start.banner.env_prints_credentials', { program, dataFlag }))] : []),
    '',
  ];
}

/** Programs don't use the certificates of browsers, so each one needs a setting. */
function trustLines(file: string, colours: Colours): string[] {
  return [
    colours.bold(colours.t('cli.start.banner.programs_trust_their_environment')),
    ...indented(
      [
        ['Node, Bun', `NODE_EXTRA_CA_CERTS=${quoteWord(file)}`],
        ['curl', `curl --cacert ${quoteWord(file)}`],
      ],
      colours,
    ),
  ];
}

function indented(rows: readonly (readonly string[])[], colours: Colours): string[] {
  return columns(rows.map(([name = '', value = '']) => [`  ${colours.dim(name)}`, value]));
}

interface PrintedEvent {
  readonly accountId: string;
  readonly json: string;
}

/**
 * Prints trace events, one per line. They wait for `open`, so that the ready line comes first; then each turn
 * of the event loop is one write.
 */
export class EventPrinter {
  readonly #context: CliContext;
  readonly #format: (event: PrintedEvent) => string;
  #waiting: PrintedEvent[] = [];
  #isOpen = false;
  #isScheduled = false;

  constructor(context: CliContext, { json }: { readonly json?: boolean }) {
    const colours = coloursFor(context.stdout, context);
    this.#context = context;
    this.#format = json ? jsonEventLine : textLines(colours);
  }

  add(event: PrintedEvent): void {
    this.#waiting.push(event);
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
    if (!this.#isOpen || this.#waiting.length === 0) return;
    const events = this.#waiting;
    this.#waiting = [];
    this.#context.stdout.write(events.map(this.#format).join(''));
  }
}

/** Appends the account to the event's JSON, since event ids are unique only within an account. */
function jsonEventLine({ accountId, json }: PrintedEvent): string {
  return `${printableJson(json.slice(0, -1))},"account_id":${jsonLine(accountId)}}\n`;
}

function textLines(colours: Colours): (event: PrintedEvent) => string {
  const formatEvent = createTraceFormatter(colours.t);
  return ({ json }) => `${formatEvent(JSON.parse(json), colours)}\n`;
}

export type LogFormat = 'text' | 'json';

interface LogOptions {
  readonly log?: LogFormat;
  readonly quiet?: boolean;
}

const MAX_VALUE_LENGTH = 4000;

/**
 * Returns the simulator's log on stderr: lines for people, or one JSON object per line with `level`, `time`,
 * `message` and details such as `request_id`. Secrets are masked.
 */
export function createLog(
  context: Pick<CliContext, 't' | 'stderr' | 'env' | 'now'>,
  options: LogOptions,
): Log {
  const { t, stderr, now } = context;
  const colours = coloursFor(stderr, context);
  const levels = {
    info: 'info',
    warn: colours.yellow(colours.t('cli.start.log.warning')),
    error: colours.red('error'),
  };
  return (level, message, fields = {}, spokenMessage) => {
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
    const line = `${levels[level]}: ${spokenMessage ? wordsOf(startTexts(t.lang), spokenMessage) : message}${colours.dim(detailTexts.join(''))}`;
    stderr.write(`${withoutSecrets(line)}\n`);
  };
}

function truncateValue(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value;
}
