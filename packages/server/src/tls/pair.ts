import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
import type { KeyedCertificate } from './certificates.ts';

/** Why a certificate and a key cannot serve together; null when they can. */
export function faultOfPair({ cert, key }: KeyedCertificate): StartReason | null {
  const certificate = certificateIn(cert);
  if (certificate === null) return message('start.pair.certificate');
  const secret = keyIn(key);
  if (secret === 'encrypted') return message('start.pair.encrypted');
  if (secret === null) return message('start.pair.key');
  return certificate.checkPrivateKey(secret) ? null : message('start.pair.differ');
}

/** The first certificate of a PEM text: the server's own, in a chain. */
export function certificateIn(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function keyIn(pem: string): KeyObject | 'encrypted' | null {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem)) return 'encrypted';
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
