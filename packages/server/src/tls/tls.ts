import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, logSaid } from '@svc-simulator/machine/log.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { machineNames } from '../machine-names.ts';
import type { KeyedCertificate } from './certificates.ts';
import { certificateOfLocalAuthority, covers, fileNames } from './local-authority.ts';
import { type CertificateFiles, certificateInFiles } from './own-certificate.ts';

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
