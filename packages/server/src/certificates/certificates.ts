import { faultAt, findCertificate, type Outcome, withoutFormatCharacters } from '@svc-simulator/contract';
import {
  type AccountRecord,
  type CertificateRecord,
  isoOf,
  joinCode,
  joinCodeFrom,
  practices,
  type TraceDraft,
} from '@svc-simulator/core';
import { type DecisionView, put, ref, type Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { readProgress } from '../practices/progress.ts';
import { conflict, invalid, notFound, refuseWith } from '../refusals.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Far more than an account has: a new certificate replaces the previous one of its class, or the previous one
 * that the account issued itself.
 */
const CERTIFICATES_MAX = 100;

/** Returns the valid certificates of an account, newest first. */
export async function certificatesOf(
  store: Pick<Store, 'list'>,
  accountId: string,
): Promise<readonly CertificateRecord[]> {
  const { items } = await store.list('certificate', accountId, { limit: CERTIFICATES_MAX });
  return items.filter(({ revokedAt }) => revokedAt === undefined);
}

export function certificateRoutes({
  store,
  settings,
}: Pick<Runtime, 'store' | 'settings'>): readonly Route[] {
  return [
    route(findCertificate, async ({ params }) => {
      const certificate = await store.get('certificate', joinCodeFrom(params.code ?? ''));
      if (!certificate) return notFound('certificate');
      const { revokedAt } = certificate;
      if (revokedAt === undefined) return reply(presentCertificate(certificate, settings));
      const day = isoOf(revokedAt).slice(0, 10);
      return refuseWith(410, 'problem.title.gone', message('problem.certificate.revoked', { day }));
    }),
  ];
}

export function presentCertificate(certificate: CertificateRecord, { publicUrl }: Runtime['settings']) {
  const { code, fullName, classTitle, total, doneAt, byProgram, issuedBy, mark, issuedAt } = certificate;
  return {
    code,
    url: `${publicUrl}/verificar/${formatCertificateCode(code)}`,
    full_name: fullName,
    issued_by: issuedBy ? 'trainer' : 'holder',
    mark: mark ?? null,
    class_title: classTitle ?? null,
    total,
    program_total: programTotalOf(certificate),
    by_program: byProgram,
    done_at: isoOf(doneAt),
    issued_at: issuedAt === undefined ? null : isoOf(issuedAt),
  };
}

/** Returns the number of certified practices that only a program can complete. */
function programTotalOf({ total, practiceIds }: CertificateRecord): number {
  const ids = practices.flatMap(({ id, byAnyone }) => (byAnyone ? [id] : []));
  return total - ids.filter((id) => practiceIds?.includes(id) ?? true).length;
}

/** Formats a code in groups of four characters: `XXXX-XXXX-XXXX-XXXX`. */
export function formatCertificateCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * Issues a certificate, under a name that the account chooses, for an account that is in no class. 409 if it
 * is in a class or hasn't finished.
 */
export function issueOwnCertificate(runtime: Runtime, account: AccountRecord, fullName: string) {
  if (account.classId !== undefined)
    return Promise.resolve(conflict(message('problem.certificate.by_trainer')));
  return storeCertificate(runtime, account, { fullName }, (former) => former.issuedBy === undefined);
}

/** Returns a name as the certificate shows it: on one line, without invisible characters. */
function normalizeName(typedName: string): string {
  return withoutFormatCharacters(typedName)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

type CertificateForm = Pick<CertificateRecord, 'fullName' | 'issuedBy' | 'mark' | 'classTitle'>;

/**
 * Issues a certificate under a new code of 80 random bits, and deletes the certificates for which
 * `isReplaced` returns true. 409 if a practice is missing.
 */
export async function storeCertificate(
  runtime: Runtime,
  account: AccountRecord,
  form: CertificateForm,
  isReplaced: (former: CertificateRecord) => boolean,
): Promise<Outcome<CertificateRecord>> {
  const { store, random, clock } = runtime;
  const fullName = normalizeName(form.fullName);
  if (fullName === '') return invalid([faultAt('/full_name', 'fault.empty')]);
  const { missing, practices: rows, total } = await readProgress(runtime, account);
  if (missing.length > 0)
    return conflict(message('problem.certificate.incomplete', { count: missing.length }));
  const replacedCertificates = (await certificatesOf(store, account.id)).filter(isReplaced);
  const certificate: CertificateRecord = {
    accountId: account.id,
    code: joinCode(random) + joinCode(random),
    ...form,
    fullName,
    total,
    doneAt: Math.max(...rows.map(({ record }) => record?.completedAt ?? 0)),
    byProgram: rows.flatMap(({ id, record }) => (record?.by === 'program' ? [id] : [])),
    practiceIds: rows.map(({ id }) => id),
    issuedAt: clock.now(),
  };
  const refs = replacedCertificates.map(({ code }) => ref('certificate', code));
  const lock = [ref('account', account.id), ...refs];
  return store.transact<Outcome<CertificateRecord>>({ account: account.id, lock }, (view) => {
    // The trainee may have left the class since the caller read `account`.
    if (view.get('account', account.id)?.classId !== account.classId) return { result: notFound('trainee') };
    return {
      result: { ok: true, value: certificate },
      puts: [put('certificate', certificate.code, certificate)],
      deletes: refs,
      events: [certificateEvent('certificate.issued', certificate, view)],
    };
  });
}

/** Revokes a certificate and returns when it was revoked, which is earlier if it was already revoked. */
export async function revokeStoredCertificate(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  { code, accountId }: CertificateRecord,
): Promise<number> {
  const key = ref('certificate', code);
  return store.transact({ account: accountId, lock: [key] }, (view) => {
    const current = view.get('certificate', code);
    const revokedAt = current?.revokedAt ?? clock.now();
    if (!current || current.revokedAt !== undefined) return { result: revokedAt };
    return {
      result: revokedAt,
      puts: [put('certificate', code, { ...current, revokedAt })],
      events: [certificateEvent('certificate.revoked', current, view)],
    };
  });
}

function certificateEvent(
  type: 'certificate.issued' | 'certificate.revoked',
  { classTitle: title, issuedBy }: CertificateRecord,
  { now }: DecisionView,
): TraceDraft {
  return {
    type,
    at: now,
    data: { ...(title && { title }), ...(issuedBy && { class_id: issuedBy.classId }) },
  };
}
