import type { IncomingMessage } from 'node:http';
import type { AccountRecord } from '@svc-simulator/core';
import type { AccountService } from '../accounts/account-service.ts';
import { BrowserSessions } from '../accounts/browser-sessions.ts';
import { certificateOf, issueCertificate } from '../certificates/certificates.ts';
import { nextDueOf } from '../clock/next-due.ts';
import { deliveriesOfSession, deliveryOf } from '../deliveries/delivery-reading.ts';
import { Examinations } from '../examination/examinations.ts';
import type { Execute } from '../execute.ts';
import { readBody } from '../http/body.ts';
import { formIn } from '../http/body-text.ts';
import { isUnavailable } from '../http/errors.ts';
import type { Admission } from '../http/limits/admission.ts';
import { endWithToken } from '../http/limits/stream-rights.ts';
import type { Runtime } from '../runtime.ts';
import { LiveFeed } from '../trace/live-feed.ts';
import { readSession, type SessionWindow } from './session-reading.ts';

export type { NextDue } from '../clock/next-due.ts';
export type { CheckReport, Exchange } from '../examination/examinations.ts';
export type { SessionReading } from './session-reading.ts';

/** What the console is made from. */
export interface ConsoleParts {
  readonly runtime: Runtime;
  readonly accounts: AccountService;
  readonly admission: Admission;
  /** Carries out operations, the API's and the pages' own. */
  readonly execute: Execute;
  /** Ends what would otherwise stay open. */
  readonly closing: AbortSignal;
}

/** What the console's pages are handed at start: what a browser needs, and no operation of the API does. */
export type ConsoleServices = ReturnType<typeof consoleServices>;

export function consoleServices({ runtime, accounts, admission, execute, closing }: ConsoleParts) {
  const { clock, log, random, settings, store } = runtime;
  const examinations = new Examinations(runtime, execute, closing);
  return {
    ...{ accounts, admission, execute, clock, examinations, log, random, settings },
    /** Who is logged in. */
    browsers: new BrowserSessions(runtime),
    /** Tells open pages that they are out of date. */
    live: new LiveFeed(runtime, closing),
    /** The fields of a form that is being sent. */
    readForm: async (incoming: IncomingMessage, mostBytes: number) => {
      const bytes = await readBody(incoming, mostBytes);
      return bytes.ok ? formIn(bytes.value, incoming.headers['content-type']) : bytes;
    },
    /** Whether nothing was done, and can be tried again. */
    isUnavailable,
    /** Cuts a stream once the token that opened it is good no more. */
    endWithToken: (...[stream, outgoing, owner]: Streamed) => endWithToken(runtime, stream, outgoing, owner),
    /** The account's script, where it has one. */
    scriptOf: async (account: AccountRecord) => account.script && (await store.get('script', account.id)),
    /** The API token that the simulator's owner was told. */
    toldTokenOf: (accountId: string) => runtime.known.of(accountId)?.token,
    /** What the page of a session shows; undefined: the account has none of that id. */
    session: (account: AccountRecord, sessionId: string, window: SessionWindow) =>
      readSession(store, account, sessionId, window),
    /** The latest webhooks of a session with all that is known of them. */
    webhooksOf: async (account: AccountRecord, sessionId: string, limit: number) =>
      (await deliveriesOfSession(runtime, account, sessionId, { limit })).deliveries,
    webhook: (account: AccountRecord, deliveryId: string) => deliveryOf(runtime, account, deliveryId),
    /** What happens next in the account by its clock. */
    nextDueOf: (accountId: string) => nextDueOf(store, accountId),
    certificateOf: (accountId: string) => certificateOf(store, accountId),
    issueCertificate: (account: AccountRecord, fullName: string) =>
      issueCertificate(runtime, account, fullName),
  };
}

type Streamed = Parameters<typeof endWithToken> extends [unknown, ...infer Rest] ? Rest : never;
