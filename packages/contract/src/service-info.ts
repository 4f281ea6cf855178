import * as z from 'zod';
import { decidedHere } from './fields/fields.ts';
import { lazy, ofSimulator, operation } from './operation.ts';

/** `GET /health`: liveness probe. */
export const getHealth = operation({
  ...ofSimulator.get('/health'),
  id: 'getHealth',
  summary: 'Liveness probe of the simulator',
  provenance: 'spec',
  data: lazy(() =>
    z
      .object({
        status: z.literal('ok'),
        version: z.string(),
        uptime_s: z.number(),
        data_directory: z
          .string()
          .describe('Where it keeps its data; told by one that listens on the machine itself alone.')
          .optional(),
      })
      .meta(decidedHere),
  ),
  title: 'Healthy',
  problems: [500],
  notes: [
    'It is 500, with the reason, once an invariant of the store broke: every request is answered so then, and `sim start` ends with exit code 1. What was stored is right, and a new start goes on from there.',
  ],
});

/** `GET /ready`: whether it should get requests now. */
export const getReadiness = operation({
  ...ofSimulator.get('/ready'),
  id: 'getReadiness',
  summary: 'Readiness probe of this instance',
  provenance: 'decided',
  data: lazy(() => z.object({ status: z.literal('ready') })),
  title: 'Ready',
  problems: [503],
  notes: [
    'It is 503 while the instance stops, the store cannot be reached or written, or jobs are overdue by 30 s; `errors` names each check that failed.',
  ],
});

/** `GET /metrics`: what this instance measures, for Prometheus. */
export const getMetrics = operation({
  ...ofSimulator.get('/metrics'),
  id: 'getMetrics',
  summary: 'Measurements of this instance, in the text format of Prometheus',
  provenance: 'decided',
  requestHeaders: [
    {
      name: 'authorization',
      description: '`Bearer` and the metrics token, when the simulator was given one.',
    },
  ],
  title: 'Metrics',
  problems: [401, 404],
  media: ['text/plain'],
  notes: [
    'A local simulator shows them to everybody; a hosted one only to whoever has the token of `--metrics-token`, and without that setting it is 404.',
  ],
});

export const differenceData = lazy(() =>
  z.object({
    id: z.string(),
    provenance: z.enum(['spec', 'field', 'decided']),
    operation: z.string().nullable().describe('Method and path, or null when it is about more than one.'),
    summary: z.string(),
  }),
);

/** Of operations whose answer is sentences. */
const inLanguages = {
  query: lazy(() =>
    z.object({
      lang: z.string().describe('Language of the sentences, `es` or `en`.').meta(decidedHere).exactOptional(),
    }),
  ),
  requestHeaders: [
    { name: 'Accept-Language', description: 'Language of the sentences: `en` (default) or `es`.' },
  ],
};

/** `GET /fidelidad`: every difference from production, and every decision that the specification leaves open. */
export const getFidelity = operation({
  ...ofSimulator.get('/fidelidad'),
  id: 'getFidelity',
  constant: true,
  summary: 'Differences from production',
  provenance: 'spec',
  ...inLanguages,
  data: lazy(() => z.object({ differences: z.array(differenceData()) }).meta(decidedHere)),
  title: 'Differences from production',
  media: ['application/json', 'text/html'],
});

/** `GET /ca.pem`: whom programs have to trust to reach a simulator that serves https with a certificate of its own making. */
export const getAuthority = operation({
  ...ofSimulator.get('/ca.pem'),
  id: 'getAuthority',
  summary: 'The certificate of the local authority, as PEM',
  provenance: 'decided',
  title: 'Local authority',
  problems: [404],
  media: ['application/x-x509-ca-cert'],
  notes: [
    'Only `sim start --tls` has an authority, made on its first use and kept in the data directory; without one, or with a certificate of one’s own (`--tls-cert`), it is 404.',
  ],
});

/** `GET /openapi.json`: the OpenAPI 3.1 document. */
export const getOpenApi = operation({
  ...ofSimulator.get('/openapi.json'),
  id: 'getOpenApi',
  constant: true,
  summary: 'The OpenAPI 3.1 document of all this',
  provenance: 'decided',
  ...inLanguages,
  data: lazy(() => z.record(z.string(), z.unknown())),
  title: 'OpenAPI document',
  bare: true,
});

/** `GET /docs`: the documentation's start page; its pages are behind it, and so is its search. */
export const showDocs = operation({
  ...ofSimulator.get('/docs'),
  id: 'showDocs',
  constant: true,
  summary: 'Documentation in the browser, with a search',
  provenance: 'decided',
  ...inLanguages,
  title: 'Documentation',
  media: ['text/html'],
});

/** `GET /docs/api`: the OpenAPI document as a page, to read and to try out. */
export const showApiPage = operation({
  ...ofSimulator.get('/docs/api'),
  id: 'showApiPage',
  summary: 'API reference in the browser',
  provenance: 'decided',
  ...inLanguages,
  title: 'API reference',
  media: ['text/html'],
});
