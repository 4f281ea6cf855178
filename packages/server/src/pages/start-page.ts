import type { CallData } from '@svc-simulator/contract';
import {
  type AccountRecord,
  accountTime,
  type DeliveryRecord,
  type SessionRecord,
} from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import { UNOWNED_ACCOUNT_ID } from '../calls/call-log.ts';
import { presentCall } from '../calls/present-call.ts';
import { undeliveredOf } from '../deliveries/undelivered.ts';
import { loadProblemTexts } from '../format-refusal.ts';
import type { Runtime, RuntimeSettings } from '../runtime.ts';

const MAX_REFUSED_CALLS = 5;

const RECENT_SESSIONS = 20;

export interface StartPageState {
  readonly account: AccountRecord;
  readonly session: SessionRecord | undefined;
  readonly url: string | undefined;
  readonly hasRelay: boolean;
  readonly failure: DeliveryRecord | undefined;
  readonly now: number;
}

export interface StartPage {
  readonly settings: RuntimeSettings;
  /** Returns undefined if the simulator is hosted or has no first account. */
  readState(): Promise<StartPageState | undefined>;
  refusedCalls(lang: Language): Promise<readonly CallData[]>;
}

export function startPage(
  { calls, clock, knownAccounts, settings, store }: Runtime,
  hasRelay: (accountId: string) => boolean,
): StartPage {
  return {
    settings,
    readState: async () => {
      const first = settings.hosted ? undefined : knownAccounts.first;
      const account = first && (await store.get('account', first.account_id));
      if (!account) return undefined;
      const [sessions, failures] = await Promise.all([
        store.list('session', account.id, { limit: RECENT_SESSIONS }),
        undeliveredOf(store, account.id),
      ]);
      const failure = failures.find(
        ({ sessionId }) => sessions.items.find(({ id }) => id === sessionId)?.by !== 'examination',
      );
      const realSessions = sessions.items.filter(({ by }) => by !== 'examination');
      const url = realSessions.find(({ fields }) => fields.webhook_url)?.fields.webhook_url;
      const now = accountTime(account.clock, clock.now());
      const [session] = realSessions;
      return { account, session, url, hasRelay: hasRelay(account.id), failure, now };
    },
    refusedCalls: async (lang) => {
      const problems = await loadProblemTexts(lang);
      return calls
        .page(UNOWNED_ACCOUNT_ID, { order: 'desc', limit: MAX_REFUSED_CALLS })
        .items.map((call) => presentCall(call, problems));
    },
  };
}
