import type { WebhookSignatureVariant } from '@svc-simulator/contract';
import type { Bilingual } from '../bilingual.ts';
import { attemptError } from '../delivery/attempt-errors.ts';
import type { AttemptVia } from '../delivery/attempt-result.ts';
import { type DeliveryDiagnosis, deliveryDiagnosis } from '../delivery/diagnosis/diagnosis.ts';
import { type CheckId, checkTexts } from './check-texts.ts';

/** How one check ended. */
export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'skipped'; readonly because: Bilingual }
  | ({ readonly outcome: 'failed' } & Finding);

export interface Finding {
  /** What was seen: a diagnosis of the answer such as `redirect`, or the check's own id. */
  readonly code: string;
  /** What the receiver did, and why it matters. */
  readonly why: Bilingual;
  readonly mend: Bilingual;
}

/** How the receiver answered a webhook: with a status, or not, with an error. */
export interface ReceiverAnswer {
  readonly status: number | null;
  /** Why no answer came: `timeout` or the system's code. */
  readonly error: string | null;
  readonly durationMs: number;
}

export const passed: Verdict = { outcome: 'passed' };

/** Refusals that only put off, whatever was sent: they show no check. */
const putOff: readonly number[] = [408, 425, 429];

export function isAccepted({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 200 && status <= 299;
}

export function isRefused({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 400 && status <= 499 && !putOff.includes(status);
}

/** Passed when every answer is as it should be, else a finding about the first that is not. */
export function judge(
  id: CheckId,
  answers: readonly ReceiverAnswer[],
  isRight: (answer: ReceiverAnswer) => boolean,
): Verdict {
  const wrong = answers.find((answer) => !isRight(answer));
  if (!wrong) return passed;
  return wrong.status === null ? unanswered(wrong) : failed(id, wrong);
}

/** Without an answer nothing can be said of what a check looks at. */
export function unanswered({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return {
    outcome: 'failed',
    code: 'no_answer',
    why: {
      es: `No llegó respuesta (${attemptError(error, 'es')}), así que no se sabe qué haría el receptor con este webhook.`,
      en: `No answer came (${error}), so what the receiver would do with this webhook is not known.`,
    },
    mend: {
      es: 'Mira en su registro si el receptor sigue en marcha y qué le pasó; tiene que responder a cada petición en 5 s, también a las que rechaza. Luego examínalo otra vez.',
      en: 'Look into its log whether the receiver is still running and what happened to it; it has to answer each request within 5 s, also those that it refuses. Then examine it again.',
    },
  };
}

/** The code of `fewAtOnce`. */
export const FEW_AT_ONCE = 'few_at_once';

/** Of several at once some got no answer in time, and no answer was wrong: that is no fault of what the receiver does with a webhook. */
export function fewAtOnce({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return {
    outcome: 'failed',
    code: FEW_AT_ONCE,
    why: {
      es: `No llegó respuesta (${attemptError(error, 'es')}) a alguno de 20 webhooks que llegaron a la vez: el servidor atiende de uno en uno, o su cola de conexiones es corta (el backlog de http.server de Python es 5, el de runserver de Django 10), y las que no caben esperan segundos o se pierden.`,
      en: `No answer came (${error}) to one of 20 webhooks that came at once: the server works on one at a time, or its queue of connections is short (the listen backlog of Python’s http.server is 5, that of Django’s runserver 10), and those that find no place wait for seconds or are lost.`,
    },
    mend: {
      es: 'En Python: ThreadingHTTPServer en vez de HTTPServer, con request_queue_size = 128, o gunicorn o waitress en vez del servidor de desarrollo. En otros: más hilos o procesos, y un backlog de 128.',
      en: 'In Python: ThreadingHTTPServer instead of HTTPServer, with request_queue_size = 128, or gunicorn or waitress instead of the development server. Elsewhere: more threads or processes, and a backlog of 128.',
    },
  };
}

/** A check's own finding, about an answer. */
export function failed(id: CheckId, answer: ReceiverAnswer): Verdict {
  const { because, mend } = checkTexts[id];
  const seen = seenAs(answer);
  return {
    outcome: 'failed',
    code: id,
    why: { es: `${seen.es} ${because.es}`, en: `${seen.en} ${because.en}` },
    mend,
  };
}

function seenAs({ status, error }: ReceiverAnswer): Bilingual {
  return status === null
    ? { es: `No llegó respuesta (${attemptError(error, 'es')}):`, en: `No answer came (${error}):` }
    : { es: `El receptor respondió ${status}:`, en: `The receiver answered ${status}:` };
}

/** A finding about a genuine webhook that was not taken: the likeliest reasons that the answer gives, all of them. */
export function diagnosed(
  id: CheckId,
  { status, error, durationMs, via, responseBody }: Attempt,
  variant: WebhookSignatureVariant,
): Verdict {
  const attempt = { status, error, durationMs, via, responseBody };
  const reasons = deliveryDiagnosis({ attempts: [attempt], probe: null, variant });
  const seen = seenAs({ status, error, durationMs });
  const likely = reasons.filter(({ severity }) => severity === 'likely');
  const join = (language: keyof Bilingual, part: (reason: DeliveryDiagnosis) => Bilingual) =>
    likely
      .map((reason, at) => `${likely.length > 1 ? `${at + 1}) ` : ''}${part(reason)[language]}`)
      .join(' ');
  return {
    outcome: 'failed',
    code: reasons[0]?.code ?? id,
    why: {
      es: `${seen.es} ${checkTexts[id].because.es} ${join('es', ({ reason }) => reason)}`,
      en: `${seen.en} ${checkTexts[id].because.en} ${join('en', ({ reason }) => reason)}`,
    },
    mend: { es: join('es', ({ advice }) => advice), en: join('en', ({ advice }) => advice) },
  };
}

/** One attempt of a genuine webhook, as the trace tells it. */
export interface Attempt extends ReceiverAnswer {
  readonly via: AttemptVia;
  readonly responseBody: string | null;
}
