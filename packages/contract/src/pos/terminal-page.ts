import * as z from 'zod';
import { lazyObject } from '../fields/fields.ts';
import { simulatorApi } from '../operation.ts';

export const showTerminalPage = simulatorApi.get('showTerminalPage', '/terminal', {
  query: lazyObject(() => ({ lang: z.string().exactOptional().meta({ meaning: 'field.lang' }) })),
  title: 'Virtual terminal',
  media: ['text/html'],
});
