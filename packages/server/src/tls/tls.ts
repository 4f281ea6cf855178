import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@svc-simulator/contract';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { type Log, logNotice } from '@svc-simulator/machine/log.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import { machineNames } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { KeyedCertificate, Period } from './certificates.ts';
import { type CertificateFiles, checkPair, readCertificateFiles } from './own-certificate.ts';

export interface TlsOptions {
  /** The user's certificate; null uses the local authority. */
  readonly files: CertificateFiles | null;
  /** The data directory; null if nothing is stored. */
  readonly data: string | null;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly now: number;
  readonly log: Log;
}

export interface Tls {
  readonly certificate: KeyedCertificate;
  /** The local authority as PEM; null with the user's certificate. */
  readonly authority: string | null;
  /** PEM text that clients must trust: the local authority, or the user's certificate. */
  readonly trusted: string;
  /** The file that contains `trusted`. */
  readonly trustFile: string;
  covers(name: string): boolean;
  close(): Promise<void>;
}

const DIRECTORY = 'tls';
const containerHostName = 'host.docker.internal';

/**
 * Opens the certificate for https.
 * @throws StartError if no certificate can be read or created
 */
export async function openTls(options: TlsOptions): Promise<Tls> {
  const { files, data, host, publicUrl, now, log } = options;
  if (files) {
    const certificate = await readCertificateFiles(files, now);
    const coveredNames = namesFor(host, publicUrl).filter((name) =>
      covers(new X509Certificate(certificate.cert), name),
    );
    if (coveredNames.length === 0)
      logNotice(log, 'warn', message('start.certificate.other_name', { file: files.cert }));
    return {
      ...servedCertificate(certificate),
      authority: null,
      trusted: certificate.cert,
      trustFile: files.cert,
      close: async () => {},
    };
  }
  const directory = data === null ? null : join(data, DIRECTORY);
  const { certificate, authority } = await certificateOfLocalAuthority({
    directory,
    names: namesFor(host, publicUrl),
    now,
    log,
  });
  const trustFiles = directory === null ? await trustFilesForThisRun(authority) : trustFilesIn(directory);
  return { ...servedCertificate(certificate), ...trustFiles, authority, trusted: authority };
}

function namesFor(host: string, publicUrl: string | undefined): string[] {
  const publicHost = publicUrl === undefined ? '' : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const names = [...machineNames(), containerHostName, host, publicHost];
  return [...new Set(names.filter((name) => name !== '' && name !== '0.0.0.0' && name !== '::'))];
}

function servedCertificate(certificate: KeyedCertificate): Pick<Tls, 'certificate' | 'covers'> {
  const x509 = new X509Certificate(certificate.cert);
  return { certificate, covers: (name) => covers(x509, name) };
}

type TrustFiles = Pick<Tls, 'trustFile' | 'close'>;

function trustFilesIn(directory: string): TrustFiles {
  return { trustFile: join(directory, fileNames.authority[0]), close: async () => {} };
}

/** Writes the authority to a temporary file. Programs need a file, even if the simulator stores nothing. */
async function trustFilesForThisRun(authority: string): Promise<TrustFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-simulator-'));
  const trustFile = join(directory, fileNames.authority[0]);
  await writeFile(trustFile, authority, { mode: 0o600 });
  return { trustFile, close: () => rm(directory, { recursive: true, force: true }) };
}

/** Certificates are valid from a day ago, for machines whose clocks are behind. */
const BACKDATE_MS = DAY_MS;
const AUTHORITY_VALIDITY_MS = 3650 * DAY_MS;
/** The longest validity that browsers accept. */
const CERTIFICATE_VALIDITY_MS = 397 * DAY_MS;
/** A certificate that ends within this time is replaced. */
const RENEWAL_MS = 30 * DAY_MS;

export interface LocalAuthorityOptions {
  readonly directory: string | null;
  readonly names: readonly string[];
  readonly now: number;
  readonly log: Log;
}

export const fileNames = {
  authority: ['ca.pem', 'ca-key.pem'],
  certificate: ['certificate.pem', 'certificate-key.pem'],
} as const;

/**
 * Returns a certificate that the directory's authority has signed, and creates missing files. Replaces the
 * authority only shortly before it ends, because clients have to trust the new one first. Replaces the
 * certificate before it ends, or if it lacks a name.
 * @throws StartError if the authority's files can't be read or written, or don't match.
 */
export async function certificateOfLocalAuthority(options: LocalAuthorityOptions) {
  const { directory, names, now, log } = options;
  if (directory === null) {
    const authority = await newAuthority(now);
    return { authority: authority.cert, certificate: await newCertificate(names, now, authority) };
  }
  try {
    const files = await readPair(directory, fileNames.authority);
    const fault = files && checkPair(files);
    if (fault) throw damagedError(directory, fault);
    const isStillValid = files !== null && endOfCertificate(files) > now + RENEWAL_MS;
    if (files && !isStillValid) logNotice(log, 'warn', message('start.authority.renewed', { directory }));
    const authority = files && isStillValid ? files : await newAuthority(now);
    if (authority !== files) await writePair(directory, fileNames.authority, authority);
    const storedCertificate = await readPair(directory, fileNames.certificate);
    if (storedCertificate && isUsable(storedCertificate, authority, options))
      return { authority: authority.cert, certificate: storedCertificate };
    const certificate = await newCertificate(names, now, authority);
    await writePair(directory, fileNames.certificate, certificate);
    return { authority: authority.cert, certificate };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = errorCode(error) ?? String(error);
    throw new StartError('TLS_UNUSABLE', message('start.authority.not_saved', { directory, code }), error);
  }
}

async function newAuthority(now: number): Promise<KeyedCertificate> {
  const { createAuthority } = await import('./certificates.ts');
  return createAuthority({ from: now - BACKDATE_MS, to: now + AUTHORITY_VALIDITY_MS });
}

async function newCertificate(names: readonly string[], now: number, authority: KeyedCertificate) {
  const { createCertificate } = await import('./certificates.ts');
  const period: Period = {
    from: now - BACKDATE_MS,
    to: Math.min(now + CERTIFICATE_VALIDITY_MS, endOfCertificate(authority)),
  };
  return createCertificate(names, period, authority);
}

function endOfCertificate({ cert }: KeyedCertificate): number {
  return Date.parse(new X509Certificate(cert).validTo);
}

function isUsable(
  storedCertificate: KeyedCertificate,
  authority: KeyedCertificate,
  { names, now }: LocalAuthorityOptions,
): boolean {
  if (checkPair(storedCertificate) !== null) return false;
  const certificate = new X509Certificate(storedCertificate.cert);
  return (
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    endOfCertificate(storedCertificate) > now + RENEWAL_MS &&
    names.every((name) => covers(certificate, name))
  );
}

export function covers(certificate: X509Certificate, name: string): boolean {
  const matchedName =
    isIP(name) === 0 ? certificate.checkHost(name, { subject: 'never' }) : certificate.checkIP(name);
  return matchedName !== undefined;
}

async function readPair(
  directory: string,
  [cert, key]: readonly [string, string],
): Promise<KeyedCertificate | null> {
  const texts = await Promise.all([readOptional(join(directory, cert)), readOptional(join(directory, key))]);
  if (texts.every((text) => text === null)) return null;
  return { cert: texts[0] ?? '', key: texts[1] ?? '' };
}

async function readOptional(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function writePair(
  directory: string,
  [certName, keyName]: readonly [string, string],
  { cert, key }: KeyedCertificate,
): Promise<void> {
  await makeDirectory(directory, 0o700);
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

function damagedError(directory: string, fault: StartReason): StartError {
  const [cert, key] = fileNames.authority;
  return new StartError('TLS_UNUSABLE', message('start.authority.damaged', { directory, fault, cert, key }));
}
