import { consoleApi } from '@svc-simulator/contract/operation.ts';
import { type AccountRecord, type CertificateRecord, joinCode, joinCodeFrom } from '@svc-simulator/core';
import { put, ref, type Store } from '@svc-simulator/store/store.ts';
import { z } from 'zod';
import { membershipOf } from '../classes/membership.ts';
import { readProgress } from '../practices/progress.ts';
import { notFound } from '../refusals.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

/** Undefined if the account hasn't chosen the name on its certificate. */
export async function readCertificate(
  store: Pick<Store, 'list'>,
  accountId: string,
): Promise<CertificateRecord | undefined> {
  return (await store.list('certificate', accountId, { limit: 1 })).items[0];
}

/** Looks up a certificate by a typed code, for the page that shows whether it is valid. */
export const findCertificate = consoleApi.post('findCertificate', '/verificar/{code}', {
  auth: 'none',
  title: 'Certificate',
  body: () => z.object({ code: z.string() }),
  attempt: { kind: 'code', name: 'code' },
});

export function certificateRoutes({ store }: Pick<Runtime, 'store'>): readonly Route[] {
  return [
    route(findCertificate, async ({ body }) => {
      const certificate = await certificateByCode(store, body.code);
      return certificate ? reply(certificate) : notFound('certificate');
    }),
  ];
}

async function certificateByCode(
  store: Pick<Store, 'get'>,
  typedCode: string,
): Promise<CertificateRecord | undefined> {
  return store.get('certificate', joinCodeFrom(typedCode));
}

/**
 * Issues the account's certificate under a new code of 80 random bits and invalidates the former code;
 * undefined while a practice is missing.
 */
export async function issueCertificate(
  runtime: Runtime,
  account: AccountRecord,
  fullName: string,
): Promise<CertificateRecord | undefined> {
  const { store, random } = runtime;
  const { missing, practices, total } = await readProgress(runtime, account);
  if (missing.length > 0) return undefined;
  const membership = await membershipOf(runtime, account);
  const former = await readCertificate(store, account.id);
  const certificate: CertificateRecord = {
    accountId: account.id,
    code: joinCode(random) + joinCode(random),
    fullName,
    ...(membership.ok && { classTitle: membership.value.classRecord.title }),
    total,
    doneAt: Math.max(...practices.map(({ record }) => record?.completedAt ?? 0)),
    byProgram: practices.flatMap(({ id, record }) => (record?.by === 'program' ? [id] : [])),
  };
  await store.transact({ account: account.id, lock: [ref('account', account.id)] }, () => ({
    result: null,
    puts: [put('certificate', certificate.code, certificate)],
    deletes: former ? [ref('certificate', former.code)] : [],
  }));
  return certificate;
}
