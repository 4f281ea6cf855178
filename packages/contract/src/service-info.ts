import * as z from 'zod';
import { decidedAs, decidedHere, lazyObject } from './fields/fields.ts';
import { lazy, simulatorApi } from './operation.ts';

export const getHealth = simulatorApi.get('getHealth', '/health', {
  provenance: 'spec',
  data: lazyObject(
    () => ({
      status: z.literal('ok'),
      version: z.string(),
      uptime_s: z.number(),
      data_directory: z.string().meta({ meaning: 'field.data_directory' }).optional(),
    }),
    decidedHere,
  ),
  title: 'Healthy',
  problems: [500],
});

export const getReadiness = simulatorApi.get('getReadiness', '/ready', {
  data: lazyObject(() => ({ status: z.literal('ready') })),
  title: 'Ready',
  problems: [503],
});

export const getMetrics = simulatorApi.get('getMetrics', '/metrics', {
  requestHeaders: [{ name: 'authorization', meaning: 'api.header.authorization' }],
  title: 'Metrics',
  problems: [401, 404],
  media: ['text/plain'],
});

export const differenceSchema = lazyObject(() => ({
  id: z.string(),
  provenance: z.enum(['spec', 'field', 'decided']),
  operation: z.string().nullable().meta({ meaning: 'field.operation.service_info' }),
  summary: z.string(),
}));

const lang = () => z.string().meta(decidedAs('field.lang.service_info')).exactOptional();

export const inLanguages = {
  query: lazyObject(() => ({ lang: lang() })),
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language.service_info' }],
} as const;

export const getFidelity = simulatorApi.get('getFidelity', '/fidelidad', {
  constant: true,
  provenance: 'spec',
  ...inLanguages,
  // Accepts any text, because the form of the page sends every parameter, and an empty text means no filter.
  query: lazyObject(() => ({
    q: z.string().meta(decidedAs('field.q.service_info')).exactOptional(),
    area: z.string().meta(decidedAs('field.area')).exactOptional(),
    provenance: z.string().meta(decidedAs('field.provenance.service_info')).exactOptional(),
    lang: lang(),
  })),
  data: lazyObject(() => ({ differences: z.array(differenceSchema()) }), decidedHere),
  title: 'Differences from production',
  media: ['application/json', 'text/html'],
});

export const getAuthority = simulatorApi.get('getAuthority', '/ca.pem', {
  title: 'Local authority',
  problems: [404],
  media: ['application/x-x509-ca-cert'],
});

export const getOpenApi = simulatorApi.get('getOpenApi', '/openapi.json', {
  constant: true,
  ...inLanguages,
  data: lazy(() => z.record(z.string(), z.unknown())),
  title: 'OpenAPI document',
  bare: true,
});

export const showDocs = simulatorApi.get('showDocs', '/docs', {
  constant: true,
  ...inLanguages,
  title: 'Documentation',
  media: ['text/html'],
});

export const showApiPage = simulatorApi.get('showApiPage', '/docs/api', {
  ...inLanguages,
  title: 'API reference',
  media: ['text/html'],
});
