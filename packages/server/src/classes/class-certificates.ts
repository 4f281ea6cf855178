import { accept, type Outcome } from '@svc-simulator/contract';
import { type AccountRecord, type CertificateRecord, joinCodeFrom } from '@svc-simulator/core';
import { certificatesOf, revokeStoredCertificate, storeCertificate } from '../certificates/certificates.ts';
import { notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { findOwnClass } from './class-service.ts';
import { findTraineeByName, type OwnClass, removeTrainee } from './class-trainer.ts';

/**
 * Issues a trainee's certificate with the name that the trainer enters, and replaces the trainee's previous
 * certificate of the class.
 */
export async function issueTraineeCertificate(
  runtime: Runtime,
  target: OwnClass,
  shortName: string,
  fullName: string,
): Promise<Outcome<CertificateRecord>> {
  const classLookup = await findOwnClass(runtime, target.accountId, target.classId);
  if (!classLookup.ok) return classLookup;
  const lookup = await findTraineeByName(runtime, target, shortName);
  if (!lookup.ok) return lookup;
  const { title: classTitle, mark } = classLookup.value;
  const form = { fullName, issuedBy: { ...target }, classTitle, ...(mark && { mark }) };
  const account = { ...lookup.value, classId: target.classId };
  return storeCertificate(runtime, account, form, ({ issuedBy }) => issuedBy?.classId === target.classId);
}

/**
 * Revokes a certificate that the trainer issued, even if the trainee has left the class. 404 for any other
 * code.
 */
export async function revokeIssuedCertificate(
  runtime: Runtime,
  trainerId: string,
  typedCode: string,
): Promise<Outcome<{ readonly code: string; readonly revokedAt: number }>> {
  const certificate = await runtime.store.get('certificate', joinCodeFrom(typedCode));
  if (certificate?.issuedBy?.accountId !== trainerId) return notFound('certificate');
  return accept({ code: certificate.code, revokedAt: await revokeStoredCertificate(runtime, certificate) });
}

/** Returns the code of the valid certificate that the trainer issued to the account, or null. */
export async function issuedCodeOf(
  { store }: Pick<Runtime, 'store'>,
  trainerId: string,
  accountId: string,
): Promise<string | null> {
  const certificates = await certificatesOf(store, accountId);
  return certificates.find(({ issuedBy }) => issuedBy?.accountId === trainerId)?.code ?? null;
}

/**
 * Removes a trainee from the class. Also revokes the certificates that the trainer issued, unless
 * `keepsCertificate` is set.
 */
export async function removeTraineeAndCertificate(
  runtime: Runtime,
  target: OwnClass,
  shortName: string,
  keepsCertificate: boolean,
): Promise<Outcome<AccountRecord>> {
  const lookup = await findTraineeByName(runtime, target, shortName);
  if (!lookup.ok) return lookup;
  const certificates = keepsCertificate ? [] : await certificatesOf(runtime.store, lookup.value.id);
  // Revokes the certificates first: after an interruption, the trainee is still in the class, so the removal
  // can be repeated.
  for (const certificate of certificates)
    if (certificate.issuedBy?.accountId === target.accountId)
      await revokeStoredCertificate(runtime, certificate);
  return removeTrainee(runtime, target, shortName);
}
