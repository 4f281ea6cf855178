import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { AttemptRule } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { AccountService } from '../accounts/account-service.ts';
import { BrowserSessions } from '../accounts/browser-sessions.ts';
import { certificateByCode, certificateOf, issueCertificate } from '../certificates/certificates.ts';
import { nextDueOf } from '../clock/next-due.ts';
import { deliveriesOfSession, deliveryOf } from '../deliveries/delivery-reading.ts';
import { Examinations } from '../examination/examinations.ts';
import { isUnavailable } from '../http/errors.ts';
import type { Admission } from '../http/limits/admission.ts';
import { endWithToken } from '../http/limits/stream-rights.ts';
import { readBody } from '../http/steps/body.ts';
import { formIn } from '../http/steps/body-text.ts';
import { type Answer, performerOf } from '../performer.ts';
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
  /** Carries out the API's operations. */
  readonly answer: Answer;
  /** Ends what would otherwise stay open. */
  readonly closing: AbortSignal;
}

/** What the console's pages are handed at start: what a browser needs, and no operation of the API does. */
export type ConsoleServices = ReturnType<typeof consoleServices>;

export function consoleServices({ runtime, accounts, admission, answer, closing }: ConsoleParts) {
  const { clock, log, random, settings, store } = runtime;
  const examinations = new Examinations(runtime, performerOf(answer), closing);
  return {
    ...{ accounts, admission, answer, clock, examinations, log, random, settings },
    /** Who is logged in. */
    browsers: new BrowserSessions(runtime),
    /** Tells open pages that they are out of date. */
    live: new LiveFeed(runtime, closing),
    /** Counts an attempt by the client's address, before anything of it is looked at. */
    attempt: (kind: AttemptRule['kind'], by: HttpBindings) => admission.attempt(kind, by, clock.elapsed()),
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
    /** By its code, as somebody typed it. */
    certificateByCode: (code: string) => certificateByCode(store, code),
    issueCertificate: (account: AccountRecord, fullName: string) =>
      issueCertificate(runtime, account, fullName),
  };
}

type Streamed = Parameters<typeof endWithToken> extends [unknown, ...infer Rest] ? Rest : never;
