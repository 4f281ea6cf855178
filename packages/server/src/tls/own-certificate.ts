import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
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
  const cert = await textIn(files.cert, 'start.certificate.unreadable');
  const key = await textIn(files.key, 'start.certificate.key_unreadable');
  const fault = faultOfPair({ cert, key });
  if (fault !== null) throw unusable(message('start.certificate.unusable', { ...files, fault }));
  const { validFrom, validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) <= now)
    throw unusable(message('start.certificate.expired', { file: files.cert, date: dateOf(validTo) }));
  if (Date.parse(validFrom) > now)
    throw unusable(message('start.certificate.not_yet', { file: files.cert, date: dateOf(validFrom) }));
  return { cert, key };
}

async function textIn(
  file: string,
  unreadable: 'start.certificate.unreadable' | 'start.certificate.key_unreadable',
): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw unusable(message(unreadable, { file, code }), error);
  }
}

function unusable(said: StartReason, cause?: unknown): StartError {
  return new StartError('TLS_UNUSABLE', said, cause);
}

function dateOf(text: string): string {
  return new Date(text).toISOString().slice(0, 10);
}
