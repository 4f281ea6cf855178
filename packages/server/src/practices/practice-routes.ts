import { getProgress } from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { progressData, progressOf } from './progress.ts';

/** The practices of an account (contract section 5). */
export function practiceRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(getProgress, async ({ account, header }) => {
      const progress = await progressOf(runtime, account);
      return reply(progressData(progress, pickLanguage(header('accept-language'))));
    }),
  ];
}
