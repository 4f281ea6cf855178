import * as z from 'zod';
import { lazy, operation } from '../operation.ts';

/** `GET /terminal`: a card terminal in the browser, which calls the terminal's own operations (contract section 6). */
export const showTerminalPage = operation({
  id: 'showTerminalPage',
  method: 'GET',
  path: '/terminal',
  family: 'public',
  auth: 'none',
  summary: 'A virtual card terminal in the browser',
  provenance: 'decided',
  query: lazy(() => z.object({ lang: z.string().exactOptional().describe('`es` or `en`.') })),
  status: 200,
  title: 'Virtual terminal',
  media: ['text/html'],
});
