import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { type Log, logSaid } from '@svc-simulator/machine/log.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
import { StartError } from '../start-error.ts';
import type { KeyedCertificate, Period } from './certificates.ts';
import { faultOfPair } from './pair.ts';

const DAY_MS = 86_400_000;
/** From before now on, for machines whose clocks are behind. */
const SINCE_MS = DAY_MS;
const AUTHORITY_MS = 3650 * DAY_MS;
/** Browsers take none that lasts longer. */
const CERTIFICATE_MS = 397 * DAY_MS;
/** A certificate that ends sooner is made anew. */
const LEFT_MS = 30 * DAY_MS;

export interface LocalAuthorityOptions {
  /** Where the authority and its certificate are kept; null: nowhere. */
  readonly directory: string | null;
  /** What the certificate is for: host names and addresses. */
  readonly names: readonly string[];
  readonly now: number;
  readonly log: Log;
}

/** What the simulator serves with, and whom programs have to trust for it. */
export interface LocalCertificate {
  readonly served: KeyedCertificate;
  /** The authority's certificate as PEM. */
  readonly authority: string;
}

/** The files of an authority's directory. */
export const fileNames = {
  authority: ['ca.pem', 'ca-key.pem'],
  served: ['certificate.pem', 'certificate-key.pem'],
} as const;

/**
 * A certificate of the authority that is kept in a directory, both made when they are missing. The authority stays, since
 * programs and browsers were told to trust it; the certificate is made anew before it ends, or when it lacks a name.
 * @throws StartError when the authority's files cannot be read or written, or do not belong together.
 */
export async function certificateOfLocalAuthority(options: LocalAuthorityOptions): Promise<LocalCertificate> {
  const { directory, names, now, log } = options;
  if (directory === null) {
    const authority = await newAuthority(now);
    return { authority: authority.cert, served: await newCertificate(names, now, authority) };
  }
  try {
    const kept = await read(directory, fileNames.authority);
    const fault = kept && faultOfPair(kept);
    if (fault) throw damaged(directory, fault);
    const lasts = kept !== null && endOf(kept) > now + LEFT_MS;
    if (kept && !lasts) logSaid(log, 'warn', message('start.authority.renewed', { directory }));
    const authority = kept && lasts ? kept : await newAuthority(now);
    if (authority !== kept) await write(directory, fileNames.authority, authority);
    const former = await read(directory, fileNames.served);
    if (former && fits(former, authority, options)) return { authority: authority.cert, served: former };
    const served = await newCertificate(names, now, authority);
    await write(directory, fileNames.served, served);
    return { authority: authority.cert, served };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = errorCode(error) ?? String(error);
    throw new StartError('TLS_UNUSABLE', message('start.authority.unkept', { directory, code }), error);
  }
}

async function newAuthority(now: number): Promise<KeyedCertificate> {
  const { makeAuthority } = await import('./certificates.ts');
  return makeAuthority({ from: now - SINCE_MS, to: now + AUTHORITY_MS });
}

async function newCertificate(names: readonly string[], now: number, authority: KeyedCertificate) {
  const { makeCertificate } = await import('./certificates.ts');
  const period: Period = { from: now - SINCE_MS, to: Math.min(now + CERTIFICATE_MS, endOf(authority)) };
  return makeCertificate(names, period, authority);
}

function endOf({ cert }: KeyedCertificate): number {
  return Date.parse(new X509Certificate(cert).validTo);
}

/** Whether a certificate that was made before still does. */
function fits(
  former: KeyedCertificate,
  authority: KeyedCertificate,
  { names, now }: LocalAuthorityOptions,
): boolean {
  if (faultOfPair(former) !== null) return false;
  const certificate = new X509Certificate(former.cert);
  return (
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    endOf(former) > now + LEFT_MS &&
    names.every((name) => covers(certificate, name))
  );
}

/** Whether a certificate is for a host name or an address. */
export function covers(certificate: X509Certificate, name: string): boolean {
  const found =
    isIP(name) === 0 ? certificate.checkHost(name, { subject: 'never' }) : certificate.checkIP(name);
  return found !== undefined;
}

/** Null when there is neither of the files. */
async function read(
  directory: string,
  [cert, key]: readonly [string, string],
): Promise<KeyedCertificate | null> {
  const texts = await Promise.all([textIn(join(directory, cert)), textIn(join(directory, key))]);
  if (texts.every((text) => text === null)) return null;
  return { cert: texts[0] ?? '', key: texts[1] ?? '' };
}

async function textIn(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function write(
  directory: string,
  [certName, keyName]: readonly [string, string],
  { cert, key }: KeyedCertificate,
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // The key first: a certificate without its key would be found damaged.
  for (const [name, text] of [
    [keyName, key],
    [certName, cert],
  ] as const) {
    const draft = join(directory, `${name}.new`);
    await rm(draft, { force: true });
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await chmod(draft, 0o600);
    await rename(draft, join(directory, name));
  }
}

function damaged(directory: string, fault: StartReason): StartError {
  const [cert, key] = fileNames.authority;
  return new StartError('TLS_UNUSABLE', message('start.authority.damaged', { directory, fault, cert, key }));
}
