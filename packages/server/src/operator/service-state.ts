import { type BodyOf, parseInstant } from '@svc-simulator/contract';
import type { updateService } from '@svc-simulator/contract/operator/operator.ts';
import { isoOf, OPERATOR, SERVICE, type ServiceRecord } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { putAct } from './account-acts.ts';
import { defaultService } from './notice.ts';

/** Opens or closes registration and changes the notice. Stores an operator's act for each. */
export function changeService(
  runtime: Runtime,
  { registration_open: isOpen, notice, reason }: BodyOf<typeof updateService>,
): Promise<ServiceRecord> {
  const lock = [ref('service', SERVICE)];
  return runtime.store.transact({ account: OPERATOR, lock }, (view) => {
    const { isRegistrationClosed, notice: formerNotice } = view.get('service', SERVICE) ?? defaultService;
    const isClosed = isOpen === undefined ? isRegistrationClosed : !isOpen;
    const nextNotice = notice === undefined ? formerNotice : (notice ?? undefined);
    const noticeRecord = nextNotice && {
      en: nextNotice.en,
      es: nextNotice.es,
      from: toInstantMs(nextNotice.from),
      until: toInstantMs(nextNotice.until),
    };
    const service: ServiceRecord = {
      ...(isClosed && { isRegistrationClosed: true }),
      ...(noticeRecord && { notice: noticeRecord }),
    };
    const acts = [
      ...(isOpen === undefined
        ? []
        : [putAct(runtime, { act: isOpen ? 'open_registration' : 'close_registration', reason })]),
      ...(notice === undefined ? [] : [putAct(runtime, { act: 'notice', reason: reason ?? notice?.en })]),
    ];
    return { result: service, puts: [put('service', SERVICE, service), ...acts] };
  });
}

function toInstantMs(time: string | number | null | undefined): number | null {
  return typeof time === 'string' ? parseInstant(time) : (time ?? null);
}

export function presentService({ isRegistrationClosed, notice }: ServiceRecord) {
  return { registration_open: !isRegistrationClosed, notice: notice ? presentNotice(notice) : null };
}

export function presentNotice({ en, es, from, until }: NonNullable<ServiceRecord['notice']>) {
  return { en, es, from: from && isoOf(from), until: until && isoOf(until) };
}
