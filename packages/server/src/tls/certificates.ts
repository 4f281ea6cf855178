import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** A certificate and its private key, in PEM. */
export interface KeyedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Times in milliseconds since the epoch. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

interface CertificateRequest {
  readonly subject: Name;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: Name; readonly key: KeyObject };
  readonly period: Period;
  readonly extensions: readonly Extension[];
}

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';

export function createAuthority(period: Period): KeyedCertificate {
  const { publicKey, privateKey } = generateKeys();
  // Certificate stores confuse authorities with the same name, so the name includes part of the key id.
  const subject = commonNameOf(`svc-simulator local authority ${keyIdOf(publicKey).toString('hex', 0, 4)}`);
  return signCertificate(privateKey, {
    subject,
    publicKey,
    issuer: { name: subject, key: privateKey },
    period,
    extensions: [
      createExtension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
      createExtension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    ],
  });
}

export function createCertificate(
  names: readonly string[],
  period: Period,
  authority: KeyedCertificate,
): KeyedCertificate {
  const { publicKey, privateKey } = generateKeys();
  const issuer = AsnConvert.parse(new X509Certificate(authority.cert).raw, Certificate).tbsCertificate
    .subject;
  const altNames = names.map(
    (name) => new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name }),
  );
  return signCertificate(privateKey, {
    subject: commonNameOf('svc-simulator'),
    publicKey,
    issuer: { name: issuer, key: createPrivateKey(authority.key) },
    period,
    extensions: [
      createExtension(id_ce_basicConstraints, new BasicConstraints(), true),
      createExtension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      createExtension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      createExtension(id_ce_subjectAltName, new SubjectAlternativeName(altNames)),
    ],
  });
}

/** Signs a certificate with both key identifiers, because strict clients (Python since 3.13) require them. */
function signCertificate(
  key: KeyObject,
  { subject, publicKey, issuer, period, extensions }: CertificateRequest,
): KeyedCertificate {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const issuerId = new KeyIdentifier(toArrayBuffer(keyIdOf(createPublicKey(issuer.key))));
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumberOf(publicKey),
    signature: algorithm,
    issuer: issuer.name,
    validity: new Validity({ notBefore: new Date(period.from), notAfter: new Date(period.to) }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(exportSpki(publicKey), SubjectPublicKeyInfo),
    extensions: new Extensions([
      ...extensions,
      createExtension(
        id_ce_subjectKeyIdentifier,
        new SubjectKeyIdentifier(toArrayBuffer(keyIdOf(publicKey))),
      ),
      createExtension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: issuerId })),
    ]),
  });
  const signatureValue = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), issuer.key);
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: toArrayBuffer(signatureValue),
  });
  return {
    cert: toPem(AsnConvert.serialize(certificate)),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function generateKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function commonNameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function createExtension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function exportSpki(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** Returns the leftmost 160 bits of the key's SHA-256 (RFC 7093, 2). */
function keyIdOf(publicKey: KeyObject): Buffer {
  return createHash('sha256').update(exportSpki(publicKey)).digest().subarray(0, 20);
}

/**
 * Returns a part of the key's digest, which is unique because every certificate has its own key. Clears the
 * sign bit, because the number must be positive (RFC 5280, 4.1.2.2).
 */
function serialNumberOf(publicKey: KeyObject): ArrayBuffer {
  const bytes = Buffer.from(keyIdOf(publicKey).subarray(0, 16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return toArrayBuffer(bytes);
}

function toArrayBuffer(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

function toPem(der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
