import type { ChaosFault } from '@svc-simulator/contract';
import { attemptError } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { phrasebook } from '@svc-simulator/server/http/phrasebook.ts';
import { forcedOutcomes } from '@svc-simulator/server/http/texts-es/forced-outcomes.ts';
import { reasonText } from '../../payment/form/payment-key.ts';
import { formatMoney } from '../../payment/formats.ts';
import { pageTexts } from '../page-texts.ts';
import { durationText } from '../parts/time.tsx';
import { chaosTag } from './chaos-words.ts';
import type { EventData } from './event-line-data.ts';

/** What an event says: what happened, and what makes this one different from others of its type. */
export type EventWords = readonly [title: string, detail?: string | null | undefined];

/** Words for what the API calls by the names of this map. */
export type Words = Readonly<Record<string, readonly [spanish: string, english: string]>>;

export type EventForms = ReturnType<typeof formsOf>;

const forcedInSpanish = phrasebook(forcedOutcomes);

/** How a language writes what events hold. */
export function formsOf(lang: Language) {
  const t = pageTexts(lang);
  const say = (spanish: string, english: string) => (lang === 'en' ? english : spanish);
  return {
    say,
    named: (kind: 'origin' | 'method' | 'accreditation' | 'probe', wire: string | null | undefined) =>
      wire == null ? '' : (t.maybe(`word.${kind}.${wire}`) ?? wire),
    chaos: (fault: ChaosFault) => t(`word.chaos.${fault}`),
    /** The word that a map has for something, or the thing itself. */
    word: (map: Words, wire: string | undefined) => {
      const found = wire !== undefined && Object.hasOwn(map, wire) ? map[wire] : undefined;
      return found ? say(...found) : (wire ?? '');
    },
    /** An amount of the reference currency, or of VES when it has no currency; empty when there is none. */
    money: (amount: number | undefined, currency = 'VES') =>
      amount === undefined ? '' : formatMoney(Math.round(amount * 100), currency, lang),
    duration: (ms: number | undefined) => (ms === undefined ? '' : durationText(ms, lang)),
    /** Why the payment page refused a key. */
    refusal: (reason: string | undefined) => (reason === undefined ? '' : reasonText(reason, lang)),
    /** Why a forced outcome was not admitted. */
    notAdmitted: (reason: string | undefined) =>
      lang === 'es' && reason !== undefined ? (forcedInSpanish(reason) ?? reason) : reason,
    /** What a receiver answered. */
    answer: ({ status, error }: Pick<EventData, 'status' | 'error'>) =>
      status == null
        ? say(`sin respuesta (${attemptError(error ?? null, lang)})`, `no answer (${error})`)
        : say(`respondió ${status}`, `answered ${status}`),
    faults: (faults: readonly ChaosFault[] | undefined) => faults && chaosTag(faults, lang),
  };
}

/** Parts that are not there leave no trace. */
export function joined(
  ...parts: readonly (string | number | null | undefined | false)[]
): string | undefined {
  return parts.filter(Boolean).join(' · ') || undefined;
}
