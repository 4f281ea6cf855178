import type { AccountRecord } from '@svc-simulator/core';
import { StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { AccountService } from '../accounts/account-service.ts';
import { BrowserSessions } from '../accounts/browser-sessions.ts';
import { suspensionOf } from '../accounts/suspension.ts';
import { certificatesOf, issueOwnCertificate } from '../certificates/certificates.ts';
import { nextDueOf } from '../clock/next-due.ts';
import { deliveriesOfSession, readDelivery } from '../deliveries/delivery-reading.ts';
import { Doctor } from '../doctor/doctor.ts';
import type { Execute } from '../execute.ts';
import type { Admission } from '../http/limits/admission.ts';
import { currentNotice, readService } from '../operator/notice.ts';
import type { Runtime } from '../runtime.ts';
import { endWithToken } from '../tokens/token-watch.ts';
import { LiveFeed } from '../trace/live-feed.ts';
import { formReader } from './form-reader.ts';
import { readSession, type SessionWindow } from './session-reading.ts';

export type { NextDue } from '../clock/next-due.ts';
export type { CheckReport, DoctorExchange as Exchange } from '../doctor/doctor.ts';
export { type SessionPageData, type SessionTab, sessionTabs } from './session-reading.ts';

export interface ConsoleParts {
  readonly runtime: Runtime;
  readonly accounts: AccountService;
  readonly admission: Admission;
  readonly execute: Execute;
  readonly closing: AbortSignal;
}

export type ConsoleServices = ReturnType<typeof consoleServices>;

export function consoleServices({ runtime, accounts, admission, execute, closing }: ConsoleParts) {
  const { clock, log, random, settings, store } = runtime;
  const doctor = new Doctor(runtime, execute, closing);
  return {
    accounts,
    admission,
    execute,
    clock,
    doctor,
    log,
    random,
    settings,
    browsers: new BrowserSessions(runtime),
    live: new LiveFeed(runtime, closing),
    readForm: formReader,
    suspensionOf,
    isUnavailable: (error: unknown) => error instanceof StoreUnavailableError,
    endWithToken: (...[stream, outgoing, owner]: StreamArguments) =>
      endWithToken(runtime, stream, outgoing, owner),
    noticeIn: async (lang: Language) =>
      settings.hasOperator ? currentNotice(await readService(store), clock.now())?.[lang] : undefined,
    scriptOf: async (account: AccountRecord) => account.script && (await store.get('script', account.id)),
    /** The API token of an account whose credentials the simulator itself shows. */
    shownTokenOf: (accountId: string) => runtime.knownAccounts.find(accountId)?.token,
    readSession: (account: AccountRecord, sessionId: string, window: SessionWindow) =>
      readSession(store, account, sessionId, window),
    webhooksOf: async (account: AccountRecord, sessionId: string, limit: number) =>
      (await deliveriesOfSession(runtime, account, sessionId, { limit })).deliveries,
    readWebhook: (account: AccountRecord, deliveryId: string) => readDelivery(runtime, account, deliveryId),
    nextDueOf: (accountId: string) => nextDueOf(store, accountId),
    certificateOf: async (accountId: string) => (await certificatesOf(store, accountId))[0],
    issueOwnCertificate: (account: AccountRecord, fullName: string) =>
      issueOwnCertificate(runtime, account, fullName),
  };
}

type StreamArguments = Parameters<typeof endWithToken> extends [unknown, ...infer Rest] ? Rest : never;
