import { SERVICE, type ServiceRecord } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

export const defaultService: ServiceRecord = {};

export async function readService(store: Pick<Store, 'get'>): Promise<ServiceRecord> {
  return (await store.get('service', SERVICE)) ?? defaultService;
}

export function currentNotice({ notice }: ServiceRecord, now: number) {
  if (!notice) return null;
  const { from, until } = notice;
  return (from ?? now) <= now && now < (until ?? Number.POSITIVE_INFINITY) ? notice : null;
}
