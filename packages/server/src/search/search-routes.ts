import { instantOf, search } from '@svc-simulator/contract';
import { translatorFor } from '../http/problem-language.ts';
import { invalid } from '../http/refusals.ts';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { searchAccount } from './search.ts';
import { wordsIn } from './search-words.ts';

/** The search in all that an account has. */
export function searchRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(search, async ({ account, query, header }) => {
      const { q, kind, from = '', until = '', limit, cursor } = query;
      const words = wordsIn(q);
      if (!words) return invalid([{ pointer: '/q', detail: 'must not be empty' }]);
      if (cursor !== undefined && kind === undefined)
        return invalid([{ pointer: '/cursor', detail: 'goes on with one kind: name it as kind' }]);
      return reply(
        await searchAccount(runtime, account, {
          words,
          kind,
          from: instantOf(from) ?? 0,
          until: instantOf(until) ?? Number.POSITIVE_INFINITY,
          limit,
          cursor,
          translate: await translatorFor(header('accept-language')),
        }),
      );
    }),
  ];
}
