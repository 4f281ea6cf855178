import type { Bilingual } from '../bilingual.ts';
import type { CheckId } from './check-texts.ts';
import { checks } from './checks.ts';

/** What may happen to a receiver in production, as checks that are made of it; each holds what its checks need, in their order. */
export interface Scenario {
  readonly id: string;
  readonly title: Bilingual;
  /** What is sent, and what a receiver should do. */
  readonly text: Bilingual;
  readonly checkIds: readonly CheckId[];
}

/** The scenarios from the plainest to all that there is. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'happy_path',
    title: { es: 'Todo sale bien', en: 'All goes well' },
    text: {
      es: 'Dos sesiones de principio a fin: creada, pagada, acreditada. Cada webhook se responde 2xx, en menos de 1 s.',
      en: 'Two sessions from end to end: created, paid, accredited. Each webhook is answered 2xx, within 1 s.',
    },
    checkIds: ['genuine_webhook', 'all_events', 'fast_answers'],
  },
  {
    id: 'retry',
    title: { es: 'Reintento', en: 'Retry' },
    text: {
      es: 'Un webhook se corta a la mitad y llega otra vez, completo: no se puede perder ni contar dos veces.',
      en: 'A webhook is cut off halfway and comes again, whole: it may neither be lost nor counted twice.',
    },
    checkIds: ['genuine_webhook', 'concurrency', 'duplicate', 'retry_after_failure'],
  },
  {
    id: 'late_accreditation',
    title: { es: 'Acreditación a destiempo', en: 'Accreditation out of its time' },
    text: {
      es: 'Una sesión se paga y se acredita 10 s después, y de otra llega la acreditación antes que el pago: cada webhook se guarda por sí mismo.',
      en: 'One session is paid and accredited 10 s later, and of another the accreditation comes before the payment: each webhook is stored by itself.',
    },
    checkIds: ['genuine_webhook', 'all_events', 'any_order', 'late_accreditation'],
  },
  {
    id: 'expiry',
    title: { es: 'Vencimiento y otros webhooks nuevos', en: 'Expiry, and other new webhooks' },
    text: {
      es: 'Una sesión vence, y solo con extra_events llega un webhook. El receptor responde 2xx a ese, y a un webhook o un campo que no conoce.',
      en: 'A session expires, for which a webhook comes only with extra_events. The receiver answers 2xx to it, and to a webhook or a field that it does not know.',
    },
    checkIds: ['genuine_webhook', 'unknown_event', 'extra_fields', 'expired_session'],
  },
  {
    id: 'duplicate',
    title: { es: 'Duplicado', en: 'Duplicate' },
    text: {
      es: 'El mismo webhook llega otra vez, y cinco veces a la vez: se responde 2xx y se procesa una sola vez.',
      en: 'The same webhook comes again, and five times at once: it is answered 2xx and processed once.',
    },
    checkIds: ['genuine_webhook', 'concurrency', 'duplicate', 'duplicates_at_once'],
  },
  {
    id: 'forged',
    title: { es: 'Falsificado', en: 'Forged' },
    text: {
      es: 'Webhooks de un extraño: con otra firma, sin firma, con una parte de ella, o viejos. Se rechazan con 401.',
      en: 'Webhooks of a stranger: with another signature, without one, with a part of it, or old. They are refused with 401.',
    },
    checkIds: [
      'genuine_webhook',
      'bad_signature',
      'missing_signature',
      'partial_signature',
      'stale_timestamp',
    ],
  },
  {
    id: 'everything',
    title: { es: 'Examen completo', en: 'Whole examination' },
    text: {
      es: 'Todas las pruebas de sim doctor. La última envía un cuerpo que no es JSON, con el que un receptor frágil se cae.',
      en: 'All checks of sim doctor. The last one sends a body that is no JSON, which crashes a fragile receiver.',
    },
    checkIds: checks.map(({ id }) => id),
  },
];
