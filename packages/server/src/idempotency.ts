import { accept, type Operation, type Outcome } from '@svc-simulator/contract';
import { REPLAY_MS } from '@svc-simulator/core';
import { type DecisionView, put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { envelopeText } from './http/envelope.ts';
import type { IdempotencyKey } from './input.ts';
import { conflict } from './refusals.ts';
import type { Commit, Reply } from './route.ts';

/**
 * Makes a commit honor an `Idempotency-Key` for 24 hours (contract section 3). If a request repeats the key,
 * it gets the stored response, or 409 if its path or body differs. Refusals aren't stored.
 */
export function withIdempotency(
  { scope, decide }: Commit,
  operation: Operation,
  { accountId, key, fingerprint }: IdempotencyKey,
  now: number,
): Commit {
  const id = `${accountId}:${key}`;
  return {
    scope: { ...scope, lock: [...(scope.lock ?? []), ref('replay', id)] },
    decide: (view) => {
      const replay = findReplay(view, id, fingerprint, now);
      if (replay) return { result: replay };
      const change = decide(view);
      if (!change.result.ok) return change;
      const { value } = change.result;
      const [status, text] = [value.status ?? operation.status, envelopeText(operation, value)];
      const record = { accountId, fingerprint, status, body: text, createdAt: now };
      return {
        ...change,
        result: accept({ ...value, text }),
        puts: [...(change.puts ?? []), put('replay', id, record)],
      };
    },
  };
}

function findReplay(
  view: DecisionView,
  id: string,
  fingerprint: string,
  now: number,
): Outcome<Reply> | undefined {
  const replay = view.get('replay', id);
  if (!replay || replay.createdAt + REPLAY_MS <= now) return undefined;
  if (replay.fingerprint !== fingerprint) return keyReused;
  return accept({ data: undefined, status: replay.status, text: replay.body, isReplayed: true });
}

const keyReused = conflict(message('problem.idempotency.other_request'));
