import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { type Log, logSaid } from '@svc-simulator/machine/log.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
import { machineNames } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { KeyedCertificate, Period } from './certificates.ts';
import { type CertificateFiles, certificateInFiles, faultOfPair } from './own-certificate.ts';

export interface TlsOptions {
  /** A certificate of one's own; null: one of the local authority. */
  readonly files: CertificateFiles | null;
  /** The data directory; null when nothing is kept. */
  readonly data: string | null;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly now: number;
  readonly log: Log;
}

/** How a simulator serves https. */
export interface Tls {
  readonly served: KeyedCertificate;
  /** The local authority as PEM; null with a certificate of one's own. */
  readonly authority: string | null;
  /** What programs have to trust, as PEM, and the file with it: the authority, or the certificate of one's own itself. */
  readonly trusted: string;
  readonly trustFile: string;
  /** Whether the certificate is for a host name or an address. */
  covers(name: string): boolean;
  /** Takes away what only this run needed. */
  close(): Promise<void>;
}

const DIRECTORY = 'tls';
/** How programs in a container call the machine that it runs on. */
const fromContainers = 'host.docker.internal';

/** @throws StartError when there is no certificate to serve with. */
export async function openTls(options: TlsOptions): Promise<Tls> {
  const { files, data, host, publicUrl, now, log } = options;
  if (files) {
    const served = await certificateInFiles(files, now);
    const told = namesFor(host, publicUrl).filter((name) => covers(new X509Certificate(served.cert), name));
    if (told.length === 0)
      logSaid(log, 'warn', message('start.certificate.other_name', { file: files.cert }));
    return {
      ...servingWith(served),
      authority: null,
      trusted: served.cert,
      trustFile: files.cert,
      close: async () => {},
    };
  }
  const directory = data === null ? null : join(data, DIRECTORY);
  const { served, authority } = await certificateOfLocalAuthority({
    directory,
    names: namesFor(host, publicUrl),
    now,
    log,
  });
  const kept = directory === null ? await keptForThisRun(authority) : keptIn(directory);
  return { ...servingWith(served), ...kept, authority, trusted: authority };
}

/** `localhost`, the machine's names and addresses, and those that the simulator was told. */
function namesFor(host: string, publicUrl: string | undefined): string[] {
  const told = publicUrl === undefined ? '' : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const names = [...machineNames(), fromContainers, host, told];
  return [...new Set(names.filter((name) => name !== '' && name !== '0.0.0.0' && name !== '::'))];
}

function servingWith(served: KeyedCertificate): Pick<Tls, 'served' | 'covers'> {
  const certificate = new X509Certificate(served.cert);
  return { served, covers: (name) => covers(certificate, name) };
}

type Kept = Pick<Tls, 'trustFile' | 'close'>;

function keptIn(directory: string): Kept {
  return { trustFile: join(directory, fileNames.authority[0]), close: async () => {} };
}

/** Programs take an authority as a file, so there is one also where nothing else is kept. */
async function keptForThisRun(authority: string): Promise<Kept> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-simulator-'));
  const trustFile = join(directory, fileNames.authority[0]);
  await writeFile(trustFile, authority, { mode: 0o600 });
  return { trustFile, close: () => rm(directory, { recursive: true, force: true }) };
}

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
  await makeDirectory(directory, 0o700);
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
