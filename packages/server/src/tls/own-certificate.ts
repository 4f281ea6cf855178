import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { StartError } from '../start-error.ts';
import type { KeyedCertificate } from './certificates.ts';
import { faultOfPair } from './pair.ts';

/** Files of PEM that somebody else made. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * A certificate and its key that were made elsewhere.
 * @throws StartError when a file cannot be read, the two do not belong together, or the certificate is not in force.
 */
export async function certificateInFiles(files: CertificateFiles, now: number): Promise<KeyedCertificate> {
  // One after the other, so that of two that are missing the same one is named each time.
  const cert = await textIn(files.cert, 'certificate', '--tls-cert');
  const key = await textIn(files.key, 'key', '--tls-key');
  const fault = faultOfPair({ cert, key });
  if (fault !== null) throw unusable(`${files.cert} and ${files.key} cannot be used: ${fault}`);
  const { validFrom, validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) <= now)
    throw unusable(`the certificate ${files.cert} expired on ${dateOf(validTo)}; renew it`);
  if (Date.parse(validFrom) > now)
    throw unusable(
      `the certificate ${files.cert} is valid from ${dateOf(validFrom)} only; check this machine's clock`,
    );
  return { cert, key };
}

async function textIn(file: string, what: string, flag: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw unusable(`the ${what} ${file} cannot be read (${code}); check ${flag}`, error);
  }
}

function unusable(text: string, cause?: unknown): StartError {
  return new StartError('TLS_UNUSABLE', text, cause);
}

function dateOf(text: string): string {
  return new Date(text).toISOString().slice(0, 10);
}
