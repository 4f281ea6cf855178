import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { createAuthority, createCertificate } from './certificates.ts';
import { readCertificateFiles } from './own-certificate.ts';
import { certificateOfLocalAuthority } from './tls.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;
const year = { from: NOW - DAY_MS, to: NOW + 365 * DAY_MS };

let folder = '';
beforeEach(() => {
  folder = scratchFolder();
});

const tlsFile = (name: string) => join(folder, 'tls', name);
const warnings: string[] = [];
const openCertificate = (more: { now?: number; names?: string[] } = {}) =>
  certificateOfLocalAuthority({
    directory: join(folder, 'tls'),
    names: ['localhost', '127.0.0.1', '::1'],
    now: NOW,
    log: (_level, text) => warnings.push(text),
    ...more,
  });

describe('the local authority', () => {
  it('signs a certificate for names and addresses that is valid for 397 days', async () => {
    const { authority, certificate } = await openCertificate();
    const [ca, leaf] = [new X509Certificate(authority), new X509Certificate(certificate.cert)];
    expect([ca.ca, leaf.ca, leaf.verify(ca.publicKey), leaf.checkIssued(ca)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect([leaf.checkHost('localhost'), leaf.checkIP('127.0.0.1'), leaf.checkIP('::1')]).toEqual([
      'localhost',
      '127.0.0.1',
      '::1',
    ]);
    expect(leaf.checkHost('elsewhere.invalid')).toBeUndefined();
    // Browsers refuse more than 398 days.
    expect((Date.parse(leaf.validTo) - NOW) / DAY_MS).toBe(397);
    expect((Date.parse(ca.validTo) - NOW) / DAY_MS).toBe(3650);
  });

  it('writes files that only their owner can read, and reuses valid certificates', async () => {
    const first = await openCertificate();
    for (const name of readdirSync(join(folder, 'tls')))
      expect([name, (statSync(tlsFile(name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    expect((statSync(join(folder, 'tls')).mode & 0o777).toString(8)).toBe('700');
    expect(await openCertificate({ now: NOW + 300 * DAY_MS })).toEqual(first);
    expect(readFileSync(tlsFile('ca.pem'), 'utf8')).toBe(first.authority);
  });

  it.each([
    ['its end is near', { now: NOW + 370 * DAY_MS }],
    ['the machine has another address', { names: ['localhost', '10.1.2.3'] }],
    ['the machine has another name', { names: ['localhost', 'till.local'] }],
  ])('renews the certificate and keeps the authority when %s', async (_why, change) => {
    const first = await openCertificate();
    const second = await openCertificate(change);
    expect(second.authority).toBe(first.authority);
    expect(second.certificate.cert).not.toBe(first.certificate.cert);
    expect(await openCertificate(change)).toEqual(second);
  });

  it('replaces a damaged certificate', async () => {
    const first = await openCertificate();
    writeFileSync(tlsFile('certificate.pem'), 'torn');
    expect((await openCertificate()).authority).toBe(first.authority);
    rmSync(tlsFile('certificate-key.pem'));
    expect(
      new X509Certificate((await openCertificate()).certificate.cert).verify(
        new X509Certificate(first.authority).publicKey,
      ),
    ).toBe(true);
  });

  it('is replaced with a warning shortly before it expires', async () => {
    const first = await openCertificate();
    warnings.length = 0;
    const second = await openCertificate({ now: NOW + 3630 * DAY_MS });
    expect(second.authority).not.toBe(first.authority);
    expect(warnings.join()).toContain('expires soon');
  });

  it.each([
    ['no key', () => rmSync(tlsFile('ca-key.pem')), "the key isn't in PEM format"],
    [
      'a truncated certificate',
      () => writeFileSync(tlsFile('ca.pem'), '---'),
      "the certificate isn't in PEM format",
    ],
    [
      "another authority's key",
      () => writeFileSync(tlsFile('ca-key.pem'), createAuthority(year).key),
      "the key doesn't match the certificate",
    ],
  ])('stays in place if it has %s, and the error explains the fix', async (_what, damage, expectedText) => {
    await openCertificate();
    damage();
    await expect(openCertificate()).rejects.toThrow(expectedText);
    await expect(openCertificate()).rejects.toThrow('restore ca.pem and ca-key.pem, or delete both');
  });

  it("reports a directory that can't be created", async () => {
    writeFileSync(join(folder, 'tls'), 'a file');
    await expect(openCertificate()).rejects.toThrow(
      /can't save the local authority in .*tls \(ENOTDIR\); make the directory writable/,
    );
  });
});

describe('a user’s certificate', () => {
  const createPair = (period = year) => createCertificate(['shop.invalid'], period, createAuthority(year));
  const writeFiles = (cert: string, key: string) => {
    const files = { cert: join(folder, 'shop.pem'), key: join(folder, 'shop-key.pem') };
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    return files;
  };

  it('is used unchanged', async () => {
    const { cert, key } = createPair();
    expect(await readCertificateFiles(writeFiles(cert, key), NOW)).toEqual({ cert, key });
  });

  it('is refused with the fault and a fix', async () => {
    const { cert, key } = createPair();
    const refusalText = (files: { cert: string; key: string }, now = NOW) =>
      readCertificateFiles(files, now).then(
        () => 'taken',
        (error: Error) => error.message.replaceAll(`${folder}/`, ''),
      );
    expect(await refusalText({ cert: join(folder, 'none.pem'), key: join(folder, 'none') })).toBe(
      "can't read the certificate none.pem (ENOENT); check --tls-cert",
    );
    expect(await refusalText({ ...writeFiles(cert, key), key: join(folder, 'none') })).toBe(
      "can't read the key none (ENOENT); check --tls-key",
    );
    expect(await refusalText(writeFiles(cert, createPair().key))).toBe(
      "can't use shop.pem and shop-key.pem: the key doesn't match the certificate",
    );
    expect(await refusalText(writeFiles(key, cert))).toContain("the certificate isn't in PEM format");
    expect(await refusalText(writeFiles(cert, 'secret'))).toContain("the key isn't in PEM format");
    expect(await refusalText(writeFiles(cert, '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII=\n'))).toContain(
      'the key is encrypted; save it without its passphrase with openssl pkey',
    );
    expect(await refusalText(writeFiles(cert, key), NOW + 366 * DAY_MS)).toBe(
      'the certificate shop.pem expired on 2027-11-22; renew it',
    );
    expect(await refusalText(writeFiles(cert, key), NOW - 2 * DAY_MS)).toBe(
      "the certificate shop.pem isn't valid until 2026-11-21; check this machine's clock",
    );
  });
});
