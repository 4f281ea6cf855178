import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import { StartError } from '../start-error.ts';
import type { KeyedCertificate } from './certificates.ts';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads the user's certificate and key.
 * @throws StartError if a file can't be read, the two don't match, or the certificate isn't currently valid.
 */
export async function readCertificateFiles(files: CertificateFiles, now: number): Promise<KeyedCertificate> {
  const cert = await readPem(files.cert, 'start.certificate.unreadable');
  const key = await readPem(files.key, 'start.certificate.key_unreadable');
  const fault = checkPair({ cert, key });
  if (fault !== null) throw unusableError(message('start.certificate.unusable', { ...files, fault }));
  const { validFrom, validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) <= now)
    throw unusableError(message('start.certificate.expired', { file: files.cert, date: dateOf(validTo) }));
  if (Date.parse(validFrom) > now)
    throw unusableError(
      message('start.certificate.not_yet_valid', { file: files.cert, date: dateOf(validFrom) }),
    );
  return { cert, key };
}

async function readPem(
  file: string,
  messageKey: 'start.certificate.unreadable' | 'start.certificate.key_unreadable',
): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw unusableError(message(messageKey, { file, code }), error);
  }
}

function unusableError(reason: StartReason, cause?: unknown): StartError {
  return new StartError('TLS_UNUSABLE', reason, cause);
}

function dateOf(text: string): string {
  return new Date(text).toISOString().slice(0, 10);
}

/** Returns the reason why a certificate and a key can't be used together; null if they can. */
export function checkPair({ cert, key }: KeyedCertificate): StartReason | null {
  const certificate = parseCertificate(cert);
  if (certificate === null) return message('start.pair.certificate');
  const privateKey = parsePrivateKey(key);
  if (privateKey === 'encrypted') return message('start.pair.encrypted');
  if (privateKey === null) return message('start.pair.key');
  return certificate.checkPrivateKey(privateKey) ? null : message('start.pair.differ');
}

/** Parses the server's certificate, which comes first in a chain; null if it is invalid. */
function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function parsePrivateKey(pem: string): KeyObject | 'encrypted' | null {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem)) return 'encrypted';
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
