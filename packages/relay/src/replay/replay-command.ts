import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ATTEMPT_TIMEOUT_MS, signatureVariantOf, signWebhook, webhookHeaders } from '@svc-simulator/contract';
import { type Clock, isAccepted, webhookTime } from '@svc-simulator/core';
import { keepAliveClock } from '@svc-simulator/machine/system-clock.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import { OutboundClient } from '@svc-simulator/outbound';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { sendToTarget } from '../forwarding.ts';
import { formatReplayLine, type OutputStream, plainStyle, type RelayStyle } from '../relay-lines.ts';
import { forwardFromFlags } from '../relay-usage.ts';
import { targetUrlOf } from '../rules/rules.ts';
import { parseDelivery, type SavedDelivery } from './saved-delivery.ts';

export interface ReplayFlags {
  readonly files: readonly string[];
  readonly port?: number | undefined;
  readonly forwardTo?: string | undefined;
  readonly reSign?: string | undefined;
  readonly json?: boolean | undefined;
}

interface ReplayContext {
  readonly t: Texts;
  readonly directory: string;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly style?: RelayStyle;
  readonly clock?: Clock;
}

const REPLAY_DONE = 0;
const REPLAY_FAILED = 1;
const REPLAY_WRONG_USAGE = 2;

/**
 * Runs `sim replay`: sends saved deliveries in the given order, unchanged or signed again (`reSign`). Returns
 * 0 if all got a 2xx response, 1 if not, and 2 without sending anything if a file can't be read.
 */
export async function runReplayCommand(flags: ReplayFlags, context: ReplayContext): Promise<number> {
  const { t, directory, stdout, stderr, style = plainStyle, clock = keepAliveClock } = context;
  const forward = forwardFromFlags(flags);
  const deliveries: (readonly [string, SavedDelivery])[] = [];
  for (const file of flags.files) {
    const delivery = await readDelivery(t, resolve(directory, file));
    if (typeof delivery === 'string') {
      stderr.write(`${t('machine.error')} ${file}: ${delivery}\n`);
      return REPLAY_WRONG_USAGE;
    }
    deliveries.push([file, delivery]);
  }
  const outbound = new OutboundClient({ clock, timeoutMs: ATTEMPT_TIMEOUT_MS });
  let acceptedCount = 0;
  try {
    await outbound.warm();
    for (const [file, delivery] of deliveries) {
      const { url, headers, body } = delivery;
      const sentHeaders = flags.reSign === undefined ? headers : reSign(delivery, flags.reSign, clock.now());
      const startMs = clock.elapsed();
      const exchange = await sendToTarget(outbound, targetUrlOf(url, forward), forward, {
        headers: sentHeaders,
        body,
      });
      const { target, answer } = exchange;
      const { status, error } = answer;
      const line = { file, target, status, error, durationMs: Math.round(clock.elapsed() - startMs) };
      if (isAccepted(status)) acceptedCount++;
      stdout.write(`${formatReplayLine(line, flags.json === true, style)}\n`);
    }
  } finally {
    await outbound.close();
  }
  return acceptedCount === deliveries.length ? REPLAY_DONE : REPLAY_FAILED;
}

async function readDelivery(t: Texts, file: string): Promise<SavedDelivery | string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return t('relay.replay.cannot_read', { error: fileFault(t, error) });
  }
  const delivery = parseDelivery(t, bytes);
  if (!delivery.ok) return t('relay.replay.not_a_delivery', { detail: delivery.refusal });
  return delivery.value.method === 'POST'
    ? delivery.value
    : t('relay.replay.webhooks_post', { method: String(delivery.value.method) });
}

/**
 * Returns a saved delivery's headers with a new timestamp and a signature in the variant of the saved
 * signature. If that signature was made with another secret, only `sha256` is recognizable (by its prefix);
 * otherwise the variant is `timestamp`.
 */
export function reSign(
  { headers, body }: SavedDelivery,
  secret: string,
  now: number,
): Readonly<Record<string, string>> {
  const nameOf = (headerName: string) =>
    Object.keys(headers).find((name) => name.toLowerCase() === headerName) ?? headerName;
  const [signatureName, timestampName] = [nameOf(webhookHeaders.signature), nameOf(webhookHeaders.timestamp)];
  const savedSignature = { signature: headers[signatureName] ?? '', timestamp: headers[timestampName] ?? '' };
  const savedVariant = signatureVariantOf({ ...savedSignature, secret, body });
  const variant = savedVariant ?? (savedSignature.signature.startsWith('sha256=') ? 'sha256' : 'timestamp');
  const timestamp = webhookTime(now);
  // Dropped: the signature with the previous secret covers the saved timestamp, so it would be invalid.
  const { [nameOf(webhookHeaders.signaturePrevious)]: _, ...otherHeaders } = headers;
  return {
    ...otherHeaders,
    [signatureName]: signWebhook({ secret, timestamp, body, variant }),
    [timestampName]: timestamp,
  };
}
