import examination from 'texts:examination';
import probeArea from 'texts:probe';
import word from 'texts:word';
import { sendProbe } from '@svc-simulator/contract';
import { expectedOf, probeTexts } from '@svc-simulator/core';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { probe, type SentProbe } from './probe-service.ts';

/** Webhooks that misbehave on purpose. `closing` ends the wait for their answers. */
export function probeRoutes(runtime: Runtime, closing: AbortSignal): readonly Route[] {
  return [
    route(sendProbe, async ({ account, body, header }) => {
      const sent = await probe(runtime, {
        accountId: account.id,
        sessionId: body.session_id,
        kind: body.kind,
        closing,
      });
      if (!sent.ok) return sent;
      const data = probeData(sent.value, pickLanguage(header('accept-language')));
      return reply(data, { status: sent.value.verdict ? 200 : 202 });
    }),
  ];
}

const says = textsByLanguage(probeArea, examination, word);

/** A probe and its verdict as the API answers them, in one language. */
export function probeData({ kind, delivery, verdict }: SentProbe, language: Language) {
  const { why, mend } = probeTexts(says(language), kind, verdict);
  return {
    probe_id: delivery.id,
    session_id: delivery.sessionId,
    kind,
    event: delivery.event,
    expected: expectedOf(kind),
    via: verdict?.via ?? null,
    status: verdict?.status ?? null,
    error: verdict?.error ?? null,
    duration_ms: verdict?.duration_ms ?? null,
    simulator_duration_ms: verdict?.simulator_duration_ms ?? verdict?.duration_ms ?? null,
    passed: verdict?.passed ?? null,
    why,
    mend,
  };
}
