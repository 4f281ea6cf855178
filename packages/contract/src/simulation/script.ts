import * as z from 'zod';
import { faultAt } from '../fields/faults.ts';
import { choice, crossFieldCheck, lazyObject, shape } from '../fields/fields.ts';
import { membersOf } from '../fields/objects.ts';
import { controlApi, lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { scriptEnding, scriptMatch, scriptOutcome, scriptRules } from './script-rules.ts';

const readyScripts = ['magic_amounts'] as const;
export type ReadyScript = (typeof readyScripts)[number];

const scriptSchema = lazyObject(() => ({
  set_at: z.iso.datetime().nullable().meta({ meaning: 'field.set_at' }),
  ready: z.enum(readyScripts).nullable(),
  rules: z
    .array(
      z.object({
        index: z.int(),
        name: z.string().nullable(),
        ready: z.enum(readyScripts).nullable().meta({ meaning: 'field.ready' }),
        match: scriptMatch(),
        outcomes: z.array(scriptOutcome()),
        afterwards: scriptEnding(),
        matched: z.int().meta({ meaning: 'field.matched' }),
        next: scriptOutcome()
          .extend({ step: z.int().meta({ meaning: 'field.step' }) })
          .nullable()
          .meta({ meaning: 'field.next.script' }),
      }),
    )
    .meta({ meaning: 'field.rules.script' }),
}));

function faultsOfScript(body: unknown): Fault[] {
  const { rules, ready } = membersOf(body);
  if (rules !== undefined || ready !== undefined) return [];
  return [faultAt('', 'fault.script.empty')];
}

const scriptPath = '/control/script';

export const getScript = controlApi.get('getScript', scriptPath, { data: scriptSchema, title: 'Script' });

export const setScript = controlApi.put('setScript', scriptPath, {
  data: scriptSchema,
  body: lazy(() =>
    crossFieldCheck(
      shape({
        rules: scriptRules().exactOptional(),
        ready: choice(readyScripts).meta({ meaning: 'field.ready.script' }).exactOptional(),
      }),
      faultsOfScript,
    ),
  ),
  example: {
    rules: [
      {
        name: 'the second payment of an order goes through',
        match: { identifier: 'order-*' },
        outcomes: [
          { leg1: 'failed', user_message: 'Card declined' },
          { leg1: 'paid', leg2: 'accredited' },
        ],
      },
      {
        match: { currency_reference: 'EUR' },
        outcomes: [{ leg1: 'paid', after_ms: 2000 }],
        afterwards: 'repeat',
      },
    ],
    ready: 'magic_amounts',
  },
  title: 'Script set',
});

export const clearScript = controlApi.delete('clearScript', scriptPath, {
  data: scriptSchema,
  title: 'Script cleared',
});
