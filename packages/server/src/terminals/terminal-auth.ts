import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  accept,
  type Outcome,
  parseInstant,
  refuse,
  SIGNATURE_TOLERANCE_MS,
  terminalHeaders,
  verifyTerminalRequest,
} from '@svc-simulator/contract';
import { isoOf, type TerminalRecord } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { Context } from 'hono';
import { readBody } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import type { Admission } from '../http/limits/admission.ts';
import type { Principal } from '../input.ts';
import { unauthorized } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { findTerminalMistakes, type RefusedTerminalRequest } from './terminal-mistakes.ts';
import { endLink, isLinkValid, terminalsOfSerial } from './terminal-service.ts';

/** Above these limits, checking the terminals of a serial waits in a queue. */
const FEW_TERMINALS = 8;
const FEW_BYTES = 2 ** 17;
/** Bytes that are hashed before the event loop continues. */
const HASHED_BYTES_PER_TURN = 2 ** 20;

/**
 * Finds the terminal of a request by its serial and its signature over the raw bytes (contract section 6).
 * 401 if the signature is missing, wrong or too old, or the terminal is unlinked.
 */
export async function authenticateTerminal(
  runtime: Runtime,
  c: Context<Env>,
  checkQueue: Admission['signatures'],
): Promise<Outcome<Principal>> {
  const { incoming } = c.env;
  const now = c.get('receivedAt');
  const signature = c.req.header(terminalHeaders.signature);
  const timestamp = c.req.header(terminalHeaders.timestamp);
  if (!signature || !timestamp)
    return unauthorized(missingSignature(c.req.header('authorization') !== undefined));
  const signedAt = parseInstant(timestamp);
  if (signedAt === null) return invalidTimestampRefusal;
  if (Math.abs(now - signedAt) > SIGNATURE_TOLERANCE_MS)
    return unauthorized(timestampOutOfRange(signedAt, now));
  // Reads the body before looking up the terminal, so that a 413 doesn't reveal which terminals exist.
  const bytes = await readBody(incoming);
  if (!bytes.ok) return bytes;
  c.set('bodyBytes', bytes.value);
  const { basePath } = runtime.settings;
  const url = signedTarget(incoming);
  // A proxy can remove the base path, which the terminal has signed, so both paths are tried.
  const urls = basePath === '' ? [url] : [url, basePath + url];
  // For a GET, some terminals sign the body that they send, and others an empty body, so both are tried.
  const bodies = c.req.method === 'POST' ? [bytes.value] : [bytes.value, new Uint8Array()];
  const terminals = await terminalsOfSerial(runtime.store, c.req.param('serialNumber') ?? '');
  const findSigners = async () => {
    const signers: TerminalRecord[] = [];
    let hashedBytes = 0;
    for (const terminal of terminals) {
      const { secretKey } = terminal;
      if (secretKey === null) continue;
      // Pauses, because anyone can send a long body for a serial that hundreds of merchants have.
      if (
        Math.floor((hashedBytes + bytes.value.length) / HASHED_BYTES_PER_TURN) >
        Math.floor(hashedBytes / HASHED_BYTES_PER_TURN)
      )
        await setImmediate();
      hashedBytes += bytes.value.length;
      const isSigned = (parts: { readonly body: Uint8Array; readonly url: string }) =>
        verifyTerminalRequest({ ...parts, timestamp, signature, now, secretKey });
      if (bodies.some((body) => urls.some((signedUrl) => isSigned({ body, url: signedUrl }))))
        signers.push(terminal);
    }
    return signers;
  };
  const isCostly = terminals.length > FEW_TERMINALS || terminals.length * bytes.value.length > FEW_BYTES;
  const matches = checkQueue && isCostly ? await checkQueue.run(c.env, findSigners) : await findSigners();
  if ('busy' in matches) return refuse(matches.busy);
  const [terminal] = matches;
  const account = terminal && (await runtime.store.get('account', terminal.accountId));
  if (!account) {
    const origins = listOrigins(incoming, runtime.settings.publicUrl);
    return refusalWithMistakes(terminals, {
      signature,
      timestamp,
      url,
      body: bytes.value,
      method: c.req.method,
      origins,
    });
  }
  if (await isLinkValid(runtime.store, terminal, account)) return accept({ account, terminal });
  await endLink(runtime.store, terminal);
  return unlinkedTerminalRefusal;
}

/**
 * Maximum terminals of a serial that are searched for mistakes, because hundreds of hosted accounts can share
 * a serial.
 */
const MAX_TERMINALS_SEARCHED = 4;

/** Returns a 401. It names the mistake if the key of one of the terminals explains the signature. */
function refusalWithMistakes(
  terminals: readonly TerminalRecord[],
  request: Omit<RefusedTerminalRequest, 'secretKey'>,
): Outcome<Principal> {
  for (const { secretKey } of terminals
    .filter((terminal) => terminal.secretKey)
    .slice(0, MAX_TERMINALS_SEARCHED)) {
    const mistakes = secretKey && findTerminalMistakes({ ...request, secretKey });
    if (mistakes) return unauthorized(message('problem.signature.known_mistake', { mistakes }));
  }
  return wrongSignatureRefusal;
}

function listOrigins({ headers }: IncomingMessage, publicUrl: string | null | undefined): readonly string[] {
  const { host = 'localhost' } = headers;
  return [`http://${host}`, `https://${host}`, ...(publicUrl ? [publicUrl.replace(/\/+$/, '')] : [])];
}

/**
 * Returns the raw path with its query. hono's URL is normalized, but a signature covers the bytes that were
 * sent.
 */
function signedTarget({ url = '' }: IncomingMessage): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
}

function missingSignature(hasToken: boolean) {
  const { timestamp, signature } = terminalHeaders;
  const code = hasToken ? 'problem.signature.token_given' : 'problem.signature.missing';
  return message(code, { timestamp, signature });
}

const invalidTimestampRefusal = unauthorized(
  message('problem.signature.timestamp', { header: terminalHeaders.timestamp }),
);

function timestampOutOfRange(signedAt: number, now: number) {
  return message('problem.signature.timestamp_out_of_range', {
    header: terminalHeaders.timestamp,
    seconds: Math.round(Math.abs(now - signedAt) / 1000),
    minutes: SIGNATURE_TOLERANCE_MS / 60_000,
    time: isoOf(now),
  });
}

const wrongSignatureRefusal = unauthorized(message('problem.signature.wrong'));

export const unlinkedTerminalRefusal = unauthorized(message('problem.signature.unlinked'));
