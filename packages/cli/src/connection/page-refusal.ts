import { ProblemError } from '@svc-simulator/client';
import type { Fault } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';

/** The payment page answers in HTML for a payer; this makes the problem of it that any other operation would answer. */
export async function pageRefusal(response: Response, session: string): Promise<ProblemError> {
  const { status, headers } = response;
  const errors = status === 400 ? faultsIn(await response.text()) : [];
  const [title, detail] = texts(status, session);
  return new ProblemError(status, { type: 'about:blank', title, status, detail, errors }, headers);
}

function texts(status: number, session: string): readonly [title: string, detail: string] {
  switch (status) {
    case 400:
      return [t`Bad Request`, t`the payment page refused the form; nothing was paid`];
    case 404:
      return [t`Not Found`, t`there is no session ${session}`];
    case 409:
      return [t`Conflict`, t`session ${session} is not pending, so it cannot be paid`];
    default:
      return [t`Payment refused`, t`the payment page answered ${status}`];
  }
}

/** The faults that the page shows beside its fields. */
function faultsIn(html: string): Fault[] {
  const marked = html.matchAll(/<p class="error" id="(\w+)-error">.*?<span>([^<]*)<\/span>/gs);
  return [...marked].map(([, field = '', text = '']) => ({ pointer: `/${field}`, detail: decoded(text) }));
}

function decoded(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}
