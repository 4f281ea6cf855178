import * as z from 'zod';
import { lazyObject, lazyShape, text } from '../fields/fields.ts';
import { lazy, merchantApi, terminalApi } from '../operation.ts';
import { pageQuery } from '../pages.ts';
import { viewOf } from '../views/view.ts';

/** Lifetime of a pairing code (contract section 6). */
export const PAIRING_CODE_MS = 600_000;
/** Number of wrong tries after which a pairing code is invalid. */
export const PAIRING_TRIES = 5;

export const merchantParams = lazyObject(() => ({ merchantId: z.string().meta({ format: 'uuid' }) }));

/**
 * Returns a code that links the terminal; 400 if the terminal is already linked (specification, Pairing
 * code).
 */
export const pairTerminal = merchantApi.post(
  'pairTerminal',
  '/api/v1/merchants/{merchantId}/pos-terminals/{serialNumber}/pairing',
  {
    provenance: 'spec',
    params: merchantParams,
    body: lazyShape(() => ({ serial: text().meta({ meaning: 'field.serial.terminal' }) })),
    example: { serial: 'SN-000123' },
    data: lazyObject(() => ({ code: z.string().meta({ pattern: '^\\d{6}$' }) })),
    title: 'Pairing code generated',
  },
);

export const unpairTerminal = merchantApi.delete(
  'unpairTerminal',
  '/api/v1/merchants/{merchantId}/pos-terminals/{serialNumber}/pairing',
  {
    params: merchantParams,
    data: lazyObject(() => ({ serial: z.string(), linked: z.literal(false) })),
    title: 'Terminal unlinked',
    problems: [404],
  },
);

export const activateTerminal = terminalApi.post(
  'activateTerminal',
  '/api/v1/pos-terminals/{serialNumber}/pairing/activate',
  {
    auth: 'none',
    provenance: 'spec',
    body: lazyShape(() => ({ serial: text().meta({ meaning: 'field.serial.terminal' }), code: text() })),
    example: { serial: 'SN-000123', code: '482913' },
    data: lazyObject(() => ({ secret_key: z.string().meta({ pattern: '^[0-9a-f]{64}$' }) })),
    attempt: { kind: 'code', name: 'serial' },
    title: 'Terminal activated',
  },
);

/** A terminal whose pairing code has expired is `UNLINKED` again. */
export const terminalStatuses = ['UNLINKED', 'PAIRING', 'LINKED'] as const;

export const listTerminals = merchantApi.get(
  'listTerminals',
  '/api/v1/merchants/{merchantId}/pos-terminals',
  {
    params: merchantParams,
    query: pageQuery,
    data: lazy(() =>
      z.array(
        z.object({
          serial: z.string(),
          status: z.enum(terminalStatuses),
          codeExpiresAt: z.iso.datetime().nullable(),
          paidSinceClosing: z.int(),
          createdAt: z.iso.datetime(),
          updatedAt: z.iso.datetime(),
        }),
      ),
    ),
    title: 'Terminals',
    paged: true,
  },
);

const terminalTones = { LINKED: 'good', PAIRING: 'wait', UNLINKED: 'plain' } as const;

export const terminalView = viewOf(listTerminals, {
  noun: 'terminal',
  id: ({ serial }) => serial,
  columns: [
    { field: 'serial', kind: 'code', layout: 'long' },
    { field: 'status', kind: 'state', words: 'terminal', tone: ({ status }) => terminalTones[status] },
    { field: 'codeExpiresAt', kind: 'clock' },
    { field: 'paidSinceClosing', kind: 'count' },
    { field: 'createdAt', kind: 'age' },
  ],
  command: 'pos pair',
});
