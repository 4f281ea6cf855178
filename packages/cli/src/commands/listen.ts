import { createServer, type IncomingMessage } from 'node:http';
import {
  getWebhookSecret,
  signatureVariantOf,
  toolAgents,
  type WebhookSignatureVariant,
  webhookHeaders,
  webhookSignatures,
} from '@svc-simulator/contract';
import { attemptError, isAccepted, isUnusableAnswer, jsonLine, splitCredentials } from '@svc-simulator/core';
import { keepAliveClock } from '@svc-simulator/machine/system-clock.ts';
import { OutboundClient, type OutboundRequest } from '@svc-simulator/outbound';
import { endToEndHeaders } from '@svc-simulator/relay';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { verifyWebhook, WebhookError } from '@svc-simulator/webhooks';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { wrongUsage } from '../failures.ts';
import { parsePort, parseReceiverUrl, parseSecret } from '../input/values.ts';
import { defineParameters } from '../parameters.ts';
import { type Style, styleFor } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { type CommandCall, runCommand } from '../request-command.ts';
import { traceTexts } from '../texts/trace-texts.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Longer than the sender's timeout, so that only the sender ends a slow attempt. */
const FORWARD_TIMEOUT_MS = 30_000;

interface SignatureCheck {
  /** `ok`, or an error code of `svc-simulator/webhooks`. */
  readonly signature: string;
  readonly why: string | null;
  readonly fix: string | null;
}

interface WebhookReport extends SignatureCheck {
  readonly at: string;
  readonly event: string | null;
  readonly session_id: string | null;
  readonly repeated: boolean;
  readonly status: number;
  /** First line of the refusal by the program of `--forward`, or the connection error. */
  readonly refusal: string | null;
}

const listenParameters = defineParameters({
  '--port <n>': { text: 'cli.common.port', parse: parsePort, fallback: 3000 },
  '--secret <secret>': { text: 'cli.listen.secret', parse: parseSecret },
  '--mode <mode>': { text: 'cli.listen.mode', choices: webhookSignatures },
  '--forward <url>': { text: 'cli.listen.forward', parse: parseReceiverUrl },
});

export const listen = runCommand({
  parameters: listenParameters,
  json: 'cli.common.json_lines',
  run: listenForWebhooks,
});

async function listenForWebhooks({
  t,
  values: options,
  context,
  connect,
}: CommandCall<typeof listenParameters>): Promise<void> {
  const secret = options.secret ?? (await fetchSecret(await connect()));
  const { stdout, stderr } = context;
  const knownKeys = new Set<string>();
  const outbound = new OutboundClient({
    clock: keepAliveClock,
    timeoutMs: FORWARD_TIMEOUT_MS,
    keptBytesLimit: MAX_BODY_BYTES,
  });
  const server = createServer(async (request, response) => {
    const body = await readRequestBody(request);
    if (body === undefined) {
      response.writeHead(413).end();
      return;
    }
    const result = options.forward
      ? await forward(t, outbound, request, { url: options.forward, body })
      : { status: 200, body: Buffer.from(toolAgents.tool), refusal: null };
    const signatureCheck = await checkSignature(context, request, body, {
      secret,
      options,
      now: context.now(),
    });
    const key = String(request.headers[webhookHeaders.idempotencyKey] ?? '');
    const webhookReport: WebhookReport = {
      at: new Date(context.now()).toISOString(),
      ...readSubject(body),
      ...signatureCheck,
      repeated: key !== '' && knownKeys.has(key),
      status: result.status,
      refusal: result.refusal,
    };
    knownKeys.add(key);
    stdout.write(
      options.json
        ? `${jsonLine(webhookReport)}\n`
        : `${reportLine(webhookReport, styleFor(stdout, context))}\n`,
    );
    // Responds last. After the response, the next webhook can arrive, and its line must come after the line
    // of this webhook.
    response.writeHead(result.status).end(result.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  }).catch(({ code }: NodeJS.ErrnoException) => {
    throw wrongUsage(t('cli.listen.port_taken', { port: options.port, code: String(code) }));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const url = `http://localhost:${port}/`;
  stderr.write(`${t('cli.listen.listening', { url, program: context.program })}\n`);
  await new Promise<void>((resolve) => {
    const removeListener = context.onStopSignal(() => {
      removeListener();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  });
  await outbound.close();
}

async function fetchSecret(connection: Connection): Promise<string> {
  if (connection.account) return connection.account.webhook_secret;
  return (await connection.call(getWebhookSecret)).data.webhook_secret;
}

async function readRequestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= MAX_BODY_BYTES) parts.push(part);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(parts) : undefined;
}

interface ExpectedSignature {
  readonly secret: string;
  readonly options: { readonly secret?: string; readonly mode?: WebhookSignatureVariant };
  readonly now: number;
}

async function checkSignature(
  { t, program }: CliContext,
  { headers }: IncomingMessage,
  body: Buffer,
  { secret, options: { secret: secretOption, mode }, now }: ExpectedSignature,
): Promise<SignatureCheck> {
  if (body.length === 0) return { signature: 'body_unknown', why: t('cli.listen.no_body'), fix: null };
  const signature = String(headers[webhookHeaders.signature] ?? '');
  const timestamp = String(headers[webhookHeaders.timestamp] ?? '');
  const variant = mode ?? signatureVariantOf({ secret, timestamp, body, signature }) ?? 'timestamp';
  try {
    await verifyWebhook({ headers, body, secret, mode: variant, now, language: t.lang });
    return { signature: 'ok', why: null, fix: null };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    const { code, reason, advice, detail } = error;
    const hasSecretOption = secretOption === undefined ? 'no' : 'yes';
    if (code === 'signature_secret')
      return {
        signature: code,
        why: t('cli.listen.wrong_secret', { given: hasSecretOption }),
        fix: t('cli.listen.compare_secret', { given: hasSecretOption, program }),
      };
    const fix = code === 'clock_differs' ? t('cli.listen.compare_secret', { given: 'no', program }) : advice;
    return { signature: code, why: detail === undefined ? reason : `${reason} (${detail})`, fix };
  }
}

/**
 * Reads the event and the session's id. The account's `webhook_body` decides whether `session_payment` is at
 * the top level or under `data` (contract section 10).
 */
function readSubject(body: Buffer): Pick<WebhookReport, 'event' | 'session_id'> {
  try {
    const json = JSON.parse(body.toString());
    const session = json.session_payment ?? json.data?.session_payment;
    return { event: json.event ?? null, session_id: session?.id ?? null };
  } catch {
    return { event: null, session_id: null };
  }
}

/** Forwards a webhook unchanged. Without a usable response, returns 502, so that the simulator retries. */
async function forward(
  t: Texts,
  outbound: OutboundClient,
  { headers, method }: IncomingMessage,
  { url, body }: { readonly url: string; readonly body: Buffer },
) {
  const answer = await outbound.send({
    url,
    method: method as NonNullable<OutboundRequest['method']>,
    headers: endToEndHeaders(headers),
    body,
  });
  const { status, error } = answer;
  const { maskedUrl } = splitCredentials(url);
  if (status === null) {
    const key = isUnusableAnswer(error) ? 'cli.listen.unusable_response' : 'cli.listen.no_response';
    return {
      status: 502,
      body: Buffer.of(),
      refusal: t(key, { shown: maskedUrl, error: attemptError(error, traceTexts(t.lang)) }),
    };
  }
  const [line = ''] = answer.body.toString().trim().split('\n', 1);
  const isDelivered = isAccepted(status);
  return {
    status,
    body: answer.body,
    refusal: isDelivered ? null : t('cli.listen.response', { shown: maskedUrl, status, line }),
  };
}

function reportLine(
  { at, event, session_id, repeated, status, ...details }: WebhookReport,
  style: Style,
): string {
  const { t } = style;
  const { signature, why, fix, refusal } = details;
  const line = [
    style.dim(at.slice(11, 23)),
    printable(event ?? t('cli.listen.not_a_webhook')),
    ...(session_id === null ? [] : [printable(session_id)]),
    signature === 'ok'
      ? style.green(t('cli.listen.signature_ok'))
      : style.red(t('cli.listen.invalid_signature')),
    ...(repeated ? [style.yellow(t('cli.listen.duplicate'))] : []),
    String(status),
  ].join('  ');
  const detailTexts = [why, fix && style.bold(fix), refusal && style.red(printable(refusal))];
  return [line, ...detailTexts.flatMap((text) => (text ? [`  ${text}`] : []))].join('\n');
}
