import { createServer, type IncomingMessage } from 'node:http';
import { getWebhookSecret, signatureVariantOf, webhookHeaders } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection/connection.ts';
import { CommandError } from '../failures.ts';
import { parseBaseUrl, parsePort } from '../input/values.ts';
import { type Colours, coloursFor } from '../rendering/colours.ts';
import type { ReportOptions } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';

/** What is longer is no webhook. */
const MOST_BYTES = 1024 * 1024;
/** Longest that the program behind `--forward` may take; the provider's own patience is shorter. */
const FORWARD_WITHIN_MS = 30_000;

interface Options extends ConnectionOptions, ReportOptions {
  readonly port: number;
  readonly secret?: string;
  readonly forward?: string;
}

/** What is said of a webhook. */
interface Heard {
  readonly at: string;
  readonly event: string | null;
  readonly session_id: string | null;
  /** `ok`, or what is wrong with it. */
  readonly signature: 'ok' | 'missing' | 'wrong' | 'stale';
  /** Its idempotency key has come before. */
  readonly repeated: boolean;
  /** What was answered. */
  readonly status: number;
}

export const declareListen: Declare = (command, context) => {
  command
    .option('--port <n>', 'port to listen on; 0 takes any free one', parsePort, 3000)
    .option('--secret <secret>', "what webhooks are signed with; default: the account's secret")
    .option('--forward <url>', 'pass each webhook on to this address, and its answer back', parseBaseUrl);
  takesConnection(command)
    .option('--json', 'a line of JSON for each webhook')
    .action((options: Options) => listen(context, options));
};

async function listen(context: CliContext, options: Options): Promise<void> {
  const secret = options.secret ?? (await secretOf(context, options));
  const { stdout, stderr, env } = context;
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (body === undefined) {
      response.writeHead(413).end();
      return;
    }
    const passed =
      options.forward === undefined
        ? { status: 200, body: '' }
        : await forward(options.forward, request, body, context.deadline(FORWARD_WITHIN_MS));
    response.writeHead(passed.status).end(passed.body);
    const heard = hear(context, { request, body, secret, seen, status: passed.status });
    stdout.write(options.json ? `${JSON.stringify(heard)}\n` : `${lineOf(heard, coloursFor(stdout, env))}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(
      'usage',
      t`port ${options.port} cannot be listened on (${code}); pass another with --port`,
    );
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const url = `http://localhost:${port}/`;
  stderr.write(`${t`listening on ${url}; ${context.program} trigger paid --webhook-url ${url}`}\n`);
  await new Promise<void>((resolve) => {
    const forget = context.onStopSignal(() => {
      forget();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  });
}

async function secretOf(context: CliContext, options: Options): Promise<string> {
  const connection = await connect(context, options);
  if (connection.account) return connection.account.webhook_secret;
  return (await connection.console().call(getWebhookSecret)).data.webhook_secret;
}

/** The bytes as they came; undefined when there are too many. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= MOST_BYTES) parts.push(part);
  }
  return length <= MOST_BYTES ? Buffer.concat(parts) : undefined;
}

interface Came {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly secret: string;
  readonly seen: Set<string>;
  readonly status: number;
}

function hear({ now }: CliContext, { request, body, secret, seen, status }: Came): Heard {
  const header = (name: string) => String(request.headers[name] ?? '');
  const timestamp = header(webhookHeaders.timestamp);
  const signature = header(webhookHeaders.signature);
  const key = header(webhookHeaders.idempotencyKey);
  const repeated = key !== '' && seen.has(key);
  seen.add(key);
  const signed = { secret, timestamp, body, signature };
  const isGenuine = signatureVariantOf(signed) !== undefined;
  const isFresh = signatureVariantOf({ ...signed, now: now() }) !== undefined;
  const genuine = isFresh ? 'ok' : 'stale';
  const forged = signature === '' ? 'missing' : 'wrong';
  return {
    at: new Date(now()).toISOString(),
    ...subjectOf(body),
    signature: isGenuine ? genuine : forged,
    repeated,
    status,
  };
}

/** Wherever the account's `webhook_body` puts them (contract section 10). */
function subjectOf(body: Buffer): Pick<Heard, 'event' | 'session_id'> {
  try {
    const parsed = JSON.parse(body.toString());
    const session = parsed.session_payment ?? parsed.data?.session_payment;
    return { event: parsed.event ?? null, session_id: session?.id ?? null };
  } catch {
    return { event: null, session_id: null };
  }
}

/** Sends it on as it came. What does not answer is a 502, so that the provider tries again. */
async function forward(
  target: string,
  { headers, method = 'POST' }: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
) {
  const { host, connection, 'content-length': _length, 'transfer-encoding': _coding, ...others } = headers;
  const sent = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]);
  try {
    const answer = await fetch(target, {
      method,
      headers: sent,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return { status: 502, body: '' };
  }
}

function lineOf({ at, event, session_id, signature, repeated, status }: Heard, colours: Colours): string {
  const verdict = signature === 'ok' ? colours.green(t`signature ok`) : colours.red(verdicts[signature]());
  return [
    colours.dim(at.slice(11, 23)),
    plain(event ?? t`no webhook`),
    plain(session_id ?? ''),
    verdict,
    ...(repeated ? [colours.yellow(t`came before, under the same idempotency key`)] : []),
    String(status),
  ].join('  ');
}

const verdicts = {
  missing: () => t`not signed: no svc-signature`,
  wrong: () => t`wrong signature: another secret, or the body was changed on its way`,
  stale: () => t`signed, but its svc-timestamp is more than 5 minutes away`,
};
