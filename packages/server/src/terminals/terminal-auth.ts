import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  accept,
  instantOf,
  type Outcome,
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
import { type RefusedTerminalRequest, terminalMistakes } from './terminal-mistakes.ts';
import { endLink, isLinkGood, terminalsOfSerial } from './terminal-service.ts';

/** Accounts with the same serial up to which the check is cheap; then bytes to hash for all of them. */
const FEW = 8;
const FEW_BYTES = 2 ** 17;
/** Bytes that one turn of the event loop hashes. */
const HASHED_BYTES_PER_TURN = 2 ** 20;

/**
 * Finds the terminal of a request by its serial and its signature over the raw bytes (contract section 6).
 * 401 if the signature is missing, wrong or too old, or the terminal is unlinked.
 */
export async function authenticateTerminal(
  runtime: Runtime,
  c: Context<Env>,
  turns: Admission['signatures'],
): Promise<Outcome<Principal>> {
  const { incoming } = c.env;
  const now = c.get('receivedAt');
  const signature = c.req.header(terminalHeaders.signature);
  const timestamp = c.req.header(terminalHeaders.timestamp);
  if (!signature || !timestamp) return unauthorized(unsigned(c.req.header('authorization') !== undefined));
  const signedAt = instantOf(timestamp);
  if (signedAt === null) return formless;
  if (Math.abs(now - signedAt) > SIGNATURE_TOLERANCE_MS) return unauthorized(tooFarOff(signedAt, now));
  // Reads the body before looking up the terminal, so that a 413 doesn't reveal which terminals exist.
  const bytes = await readBody(incoming);
  if (!bytes.ok) return bytes;
  c.set('bytes', bytes.value);
  const { basePath } = runtime.settings;
  const url = targetOf(incoming);
  // Behind a proxy, the terminal signed the path with the public URL's base path.
  const urls = basePath === '' ? [url] : [url, basePath + url];
  // For a GET, some terminals sign the body that they send; others sign nothing, as the field's description
  // says.
  const bodies = c.req.method === 'POST' ? [bytes.value] : [bytes.value, new Uint8Array()];
  const terminals = await terminalsOfSerial(runtime.store, c.req.param('serialNumber') ?? '');
  const signersOf = async () => {
    const signers: TerminalRecord[] = [];
    let hashed = 0;
    for (const terminal of terminals) {
      const { secretKey } = terminal;
      if (secretKey === null) continue;
      // Anyone may send a long body for a serial that hundreds of merchants have.
      if (
        Math.floor((hashed + bytes.value.length) / HASHED_BYTES_PER_TURN) >
        Math.floor(hashed / HASHED_BYTES_PER_TURN)
      )
        await setImmediate();
      hashed += bytes.value.length;
      const isSigned = (parts: { readonly body: Uint8Array; readonly url: string }) =>
        verifyTerminalRequest({ ...parts, timestamp, signature, now, secretKey });
      if (bodies.some((body) => urls.some((each) => isSigned({ body, url: each })))) signers.push(terminal);
    }
    return signers;
  };
  const isCostly = terminals.length > FEW || terminals.length * bytes.value.length > FEW_BYTES;
  const matches = turns && isCostly ? await turns.run(c.env, signersOf) : await signersOf();
  if ('busy' in matches) return refuse(matches.busy);
  const [terminal] = matches;
  const account = terminal && (await runtime.store.get('account', terminal.accountId));
  if (!account) {
    const origins = originsOf(incoming, runtime.settings.publicUrl);
    return mistaken(terminals, {
      signature,
      timestamp,
      url,
      body: bytes.value,
      method: c.req.method,
      origins,
    });
  }
  if (await isLinkGood(runtime.store, terminal, account)) return accept({ account, terminal });
  await endLink(runtime.store, terminal);
  return unlinked;
}

/**
 * Terminals of one serial whose keys are searched for mistakes; hosted, hundreds of accounts may share a
 * serial.
 */
const MOST_SEARCHED = 4;

/** Returns a 401 that names the mistake if one of these terminals' keys explains the signature. */
function mistaken(
  terminals: readonly TerminalRecord[],
  request: Omit<RefusedTerminalRequest, 'secretKey'>,
): Outcome<Principal> {
  for (const { secretKey } of terminals.filter((terminal) => terminal.secretKey).slice(0, MOST_SEARCHED)) {
    const mistakes = secretKey && terminalMistakes({ ...request, secretKey });
    if (mistakes) return unauthorized(message('problem.signature.mistaken', { mistakes }));
  }
  return wrongSignature;
}

/** Scheme and host that the terminal may have used. */
function originsOf({ headers }: IncomingMessage, publicUrl: string | null | undefined): readonly string[] {
  const { host = 'localhost' } = headers;
  return [`http://${host}`, `https://${host}`, ...(publicUrl ? [publicUrl.replace(/\/+$/, '')] : [])];
}

/** The raw path with query: hono normalizes its URL, but a signature covers bytes. */
function targetOf({ url = '' }: IncomingMessage): string {
  // A proxy may send the absolute form.
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
}

function unsigned(bearsToken: boolean) {
  const { timestamp, signature } = terminalHeaders;
  const code = bearsToken ? 'problem.signature.token_given' : 'problem.signature.missing';
  return message(code, { timestamp, signature });
}

const formless = unauthorized(message('problem.signature.timestamp', { header: terminalHeaders.timestamp }));

function tooFarOff(signedAt: number, now: number) {
  return message('problem.signature.far_off', {
    header: terminalHeaders.timestamp,
    seconds: Math.round(Math.abs(now - signedAt) / 1000),
    minutes: SIGNATURE_TOLERANCE_MS / 60_000,
    time: isoOf(now),
  });
}

const wrongSignature = unauthorized(message('problem.signature.wrong'));

export const unlinked = unauthorized(message('problem.signature.unlinked'));
