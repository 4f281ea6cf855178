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

/** Both as PEM. */
export interface KeyedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds since the epoch. */
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
  const { publicKey, privateKey } = newKeys();
  // Certificate stores confuse authorities with the same name, so the name includes part of the key id.
  const subject = commonName(`svc-simulator local authority ${keyId(publicKey).toString('hex', 0, 4)}`);
  return signCertificate(privateKey, {
    subject,
    publicKey,
    issuer: { name: subject, key: privateKey },
    period,
    extensions: [
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    ],
  });
}

export function createCertificate(
  names: readonly string[],
  period: Period,
  authority: KeyedCertificate,
): KeyedCertificate {
  const { publicKey, privateKey } = newKeys();
  const issuer = AsnConvert.parse(new X509Certificate(authority.cert).raw, Certificate).tbsCertificate
    .subject;
  const altNames = names.map(
    (name) => new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name }),
  );
  return signCertificate(privateKey, {
    subject: commonName('svc-simulator'),
    publicKey,
    issuer: { name: issuer, key: createPrivateKey(authority.key) },
    period,
    extensions: [
      extension(id_ce_basicConstraints, new BasicConstraints(), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, new SubjectAlternativeName(altNames)),
    ],
  });
}

/** Strict clients (Python since 3.13) refuse certificates without both key identifiers. */
function signCertificate(
  key: KeyObject,
  { subject, publicKey, issuer, period, extensions }: CertificateRequest,
): KeyedCertificate {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const issuerId = new KeyIdentifier(toArrayBuffer(keyId(createPublicKey(issuer.key))));
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
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(toArrayBuffer(keyId(publicKey)))),
      extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: issuerId })),
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

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function commonName(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function exportSpki(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** RFC 7093, 2: the leftmost 160 bits of a SHA-256. */
function keyId(publicKey: KeyObject): Buffer {
  return createHash('sha256').update(exportSpki(publicKey)).digest().subarray(0, 20);
}

/** Every certificate has its own key, so part of the key's digest is unique. Positive: RFC 5280, 4.1.2.2. */
function serialNumberOf(publicKey: KeyObject): ArrayBuffer {
  const bytes = Buffer.from(keyId(publicKey).subarray(0, 16));
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
