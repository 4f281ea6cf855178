import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { KeyedCertificate } from './certificates.ts';

/** Why a certificate and a key cannot serve together; null when they can. */
export function faultOfPair({ cert, key }: KeyedCertificate): string | null {
  const certificate = certificateIn(cert);
  if (certificate === null) return 'the certificate is none in PEM (-----BEGIN CERTIFICATE-----)';
  const secret = keyIn(key);
  if (secret === 'encrypted')
    return 'the key is encrypted; openssl pkey -in FILE -out PLAIN writes it without its passphrase';
  if (secret === null) return 'the key is none in PEM (-----BEGIN PRIVATE KEY-----)';
  return certificate.checkPrivateKey(secret) ? null : 'the key is not the one of the certificate';
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
