import * as z from 'zod';
import { choice, lazyObject, lazyShape, text } from '../fields/fields.ts';
import { controlApi } from '../operation.ts';

/**
 * Header of the webhooks that `sim delivery experiment` sends. Its value names the mistake in the webhook.
 */
export const EXPERIMENT_HEADER = 'svc-simulator-experiment';

/** Frameworks and languages for which the suggested fix contains code. For others, it contains pseudocode. */
export const receiverFrameworks = [
  'nest',
  'next',
  'fastify',
  'hono',
  'express',
  'laravel',
  'django',
  'flask',
  'spring',
  'go',
  'ruby',
  'csharp',
  'node',
  'php',
  'java',
  'python',
] as const;
export type ReceiverFramework = (typeof receiverFrameworks)[number];

/**
 * How certain a mistake of a receiver is. `proven`: an experiment shows it; `likely`: the responses suggest
 * it.
 */
export const certainties = ['proven', 'likely', 'unknown'] as const;

export const experimentSchema = lazyObject(() => ({
  delivery_id: z.uuid(),
  url: z.string(),
  code: z.string().meta({ meaning: 'field.code.experiment' }),
  certainty: z.enum(certainties).meta({ meaning: 'field.certainty' }),
  why: z.string().meta({ meaning: 'field.why.experiment' }),
  fix: z.string().meta({ meaning: 'field.fix.experiment' }),
  lines: z.array(z.string()).meta({ meaning: 'field.lines' }),
  requests: z
    .array(z.object({ experiment: z.string(), status: z.int().nullable(), error: z.string().nullable() }))
    .meta({ meaning: 'field.requests.experiment' }),
}));

export const runExperiments = controlApi.post('runExperiments', '/control/experiments', {
  body: lazyShape(() => ({
    delivery_id: text(),
    framework: choice(receiverFrameworks).meta({ meaning: 'field.framework' }).exactOptional(),
  })),
  example: { delivery_id: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01' },
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language' }],
  data: experimentSchema,
  title: 'Experiments run',
  problems: [404, 409],
});
