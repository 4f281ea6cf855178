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

const inFolder = (name: string) => join(folder, 'tls', name);
const warned: string[] = [];
const open = (more: { now?: number; names?: string[] } = {}) =>
  certificateOfLocalAuthority({
    directory: join(folder, 'tls'),
    names: ['localhost', '127.0.0.1', '::1'],
    now: NOW,
    log: (_level, text) => warned.push(text),
    ...more,
  });

describe('the local authority', () => {
  it('signs a certificate for names and addresses that is valid for 397 days', async () => {
    const { authority, served } = await open();
    const [ca, leaf] = [new X509Certificate(authority), new X509Certificate(served.cert)];
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
    const first = await open();
    for (const name of readdirSync(join(folder, 'tls')))
      expect([name, (statSync(inFolder(name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    expect((statSync(join(folder, 'tls')).mode & 0o777).toString(8)).toBe('700');
    expect(await open({ now: NOW + 300 * DAY_MS })).toEqual(first);
    expect(readFileSync(inFolder('ca.pem'), 'utf8')).toBe(first.authority);
  });

  it.each([
    ['its end is near', { now: NOW + 370 * DAY_MS }],
    ['the machine has another address', { names: ['localhost', '10.1.2.3'] }],
    ['the machine has another name', { names: ['localhost', 'till.local'] }],
  ])('renews the certificate when %s, and keeps the authority', async (_why, changed) => {
    const first = await open();
    const second = await open(changed);
    expect(second.authority).toBe(first.authority);
    expect(second.served.cert).not.toBe(first.served.cert);
    expect(await open(changed)).toEqual(second);
  });

  it('replaces a damaged certificate', async () => {
    const first = await open();
    writeFileSync(inFolder('certificate.pem'), 'torn');
    expect((await open()).authority).toBe(first.authority);
    rmSync(inFolder('certificate-key.pem'));
    expect(
      new X509Certificate((await open()).served.cert).verify(new X509Certificate(first.authority).publicKey),
    ).toBe(true);
  });

  it('is replaced with a warning shortly before it expires', async () => {
    const first = await open();
    warned.length = 0;
    const second = await open({ now: NOW + 3630 * DAY_MS });
    expect(second.authority).not.toBe(first.authority);
    expect(warned.join()).toContain('expires soon');
  });

  it.each([
    ['a key that is gone', () => rmSync(inFolder('ca-key.pem')), "the key isn't in PEM format"],
    [
      'a certificate that is torn',
      () => writeFileSync(inFolder('ca.pem'), '---'),
      "the certificate isn't in PEM format",
    ],
    [
      'a key of another one',
      () => writeFileSync(inFolder('ca-key.pem'), createAuthority(year).key),
      "the key doesn't match the certificate",
    ],
  ])("isn't replaced because of %s; the start fails and explains the fix", async (_what, damage, why) => {
    await open();
    damage();
    await expect(open()).rejects.toThrow(why);
    await expect(open()).rejects.toThrow('restore ca.pem and ca-key.pem, or delete both');
  });

  it("reports a directory that can't be created", async () => {
    writeFileSync(join(folder, 'tls'), 'a file');
    await expect(open()).rejects.toThrow(
      /can't save the local authority in .*tls \(ENOTDIR\); make the directory writable/,
    );
  });
});

describe('a user’s certificate', () => {
  const pair = (period = year) => createCertificate(['shop.invalid'], period, createAuthority(year));
  const write = (cert: string, key: string) => {
    const files = { cert: join(folder, 'shop.pem'), key: join(folder, 'shop-key.pem') };
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    return files;
  };

  it('is used unchanged', async () => {
    const { cert, key } = pair();
    expect(await readCertificateFiles(write(cert, key), NOW)).toEqual({ cert, key });
  });

  it('is refused with the fault and advice', async () => {
    const { cert, key } = pair();
    const refusal = (files: { cert: string; key: string }, now = NOW) =>
      readCertificateFiles(files, now).then(
        () => 'taken',
        (error: Error) => error.message.replaceAll(`${folder}/`, ''),
      );
    expect(await refusal({ cert: join(folder, 'none.pem'), key: join(folder, 'none') })).toBe(
      "can't read the certificate none.pem (ENOENT); check --tls-cert",
    );
    expect(await refusal({ ...write(cert, key), key: join(folder, 'none') })).toBe(
      "can't read the key none (ENOENT); check --tls-key",
    );
    expect(await refusal(write(cert, pair().key))).toBe(
      "can't use shop.pem and shop-key.pem: the key doesn't match the certificate",
    );
    expect(await refusal(write(key, cert))).toContain("the certificate isn't in PEM format");
    expect(await refusal(write(cert, 'secret'))).toContain("the key isn't in PEM format");
    expect(await refusal(write(cert, '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII=\n'))).toContain(
      'the key is encrypted; save it without its passphrase with openssl pkey',
    );
    expect(await refusal(write(cert, key), NOW + 366 * DAY_MS)).toBe(
      'the certificate shop.pem expired on 2027-11-22; renew it',
    );
    expect(await refusal(write(cert, key), NOW - 2 * DAY_MS)).toBe(
      "the certificate shop.pem isn't valid until 2026-11-21; check this machine's clock",
    );
  });
});
