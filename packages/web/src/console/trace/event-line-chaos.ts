import type { Language } from '@svc-simulator/server/http/language.ts';
import { chaosWords } from './chaos-words.ts';
import type { EventTexts } from './event-texts.ts';

type ChaosTexts = Pick<EventTexts, 'chaos.set' | 'chaos.cleared' | 'chaos.injected'>;

/** What the trace says of chaos. */
export function chaosEvents(lang: Language): ChaosTexts {
  const isEnglish = lang === 'en';
  const words = chaosWords(lang);
  return {
    'chaos.set': ({ seed }) => [isEnglish ? 'Chaos set' : 'Caos activado', `seed ${seed}`],
    'chaos.cleared': ({ injected = {} }) => {
      const count = Object.values(injected).reduce((sum, number) => sum + number, 0);
      return isEnglish
        ? ['Chaos cleared', count === 1 ? '1 fault' : `${count} faults`]
        : ['Caos apagado', count === 1 ? '1 fallo' : `${count} fallos`];
    },
    'chaos.injected': ({ fault, attempt, event, operation, status, ...held }, { duration }) => [
      `${isEnglish ? 'Chaos' : 'Caos'}: ${fault ? words[fault] : ''}`,
      [
        event,
        attempt === undefined ? '' : `${isEnglish ? 'attempt' : 'intento'} ${attempt}`,
        operation,
        status,
        duration(held.delay_ms ?? held.hold_ms ?? held.latency_ms),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
  };
}
