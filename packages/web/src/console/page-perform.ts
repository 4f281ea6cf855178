import type { Refusal } from '@svc-simulator/contract';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import type { Answer } from '@svc-simulator/server/performer.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { PageCall, Refused } from './page-call.ts';
import { capital } from './parts/parts.tsx';

/** What carries out operations for whoever asks for this page, and says in words why one is refused. */
export function performFor(
  { account, t, token, attempt }: Pick<PageCall, 'account' | 't' | 'token' | 'attempt'>,
  answer: Answer,
): Pick<PageCall, 'perform' | 'respond'> {
  const perform = async (...[operation, asked]: Parameters<PageCall['perform']>) => {
    const answered = await answer(operation, { ...asked, account, lang: t.lang, token, attempt });
    if (answered.ok) return { ok: true, ...answered.value };
    return told(t, answered.refusal);
  };
  return {
    perform: perform as PageCall['perform'],
    respond: async (operation, accept, asked) => {
      const answered = await answer(operation, { ...asked, account, lang: t.lang, token, attempt, accept });
      return answered.ok && answered.value.data instanceof Response ? answered.value.data : undefined;
    },
  };
}

/** Why something is refused, in the words of the API. */
export async function told(t: Texts, refusal: Refusal): Promise<Refused> {
  const { status, detail, errors = [] } = toldRefusal(await problemTexts(t.lang), refusal);
  const faults = Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, sentence(detail)]));
  return { ok: false, status, detail, faults };
}

/** What is wrong with a field, where it stands alone beneath it. */
function sentence(fault: string): string {
  return `${capital(fault)}${/[.!?…]$/.test(fault) ? '' : '.'}`;
}
