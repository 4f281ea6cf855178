import * as z from 'zod';
import { shape, text } from './fields.ts';
import { lazy, operation } from './operation.ts';

/** Life of a pairing code, and how many wrong tries void it (contract section 6). */
export const PAIRING_CODE_MS = 600_000;
export const PAIRING_TRIES = 5;

export const merchantTerminalParams = lazy(() =>
  z.object({ merchantId: z.string().meta({ format: 'uuid' }), serialNumber: z.string() }),
);

/** `POST …/pairing`: a code that links the terminal; 400 when it is linked already (specification, Pairing code). */
export const pairTerminal = operation({
  id: 'pairTerminal',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/pos-terminals/{serialNumber}/pairing',
  family: 'merchant',
  auth: 'merchant',
  summary: 'Generate the code that activates a terminal',
  provenance: 'spec',
  params: merchantTerminalParams,
  body: lazy(() => shape({ serial: text().meta({ description: 'The same as in the path.' }) })),
  example: { serial: 'SN-000123' },
  data: lazy(() => z.object({ code: z.string().meta({ pattern: '^\\d{6}$' }) })),
  status: 200,
  title: 'Pairing code generated',
});

/** `DELETE …/pairing`: unlinks the terminal; its secret is dead at once (contract section 6). */
export const unpairTerminal = operation({
  id: 'unpairTerminal',
  method: 'DELETE',
  path: '/api/v1/merchants/{merchantId}/pos-terminals/{serialNumber}/pairing',
  family: 'merchant',
  auth: 'merchant',
  summary: 'Unlink a terminal; its secret stops working at once',
  provenance: 'decided',
  params: merchantTerminalParams,
  data: lazy(() => z.object({ serial: z.string(), linked: z.literal(false) })),
  status: 200,
  title: 'Terminal unlinked',
  problems: [404],
});

/** `POST …/pairing/activate`: the terminal's secret, in exchange for the code (specification, Pairing code). */
export const activateTerminal = operation({
  id: 'activateTerminal',
  method: 'POST',
  path: '/api/v1/pos-terminals/{serialNumber}/pairing/activate',
  family: 'pos',
  auth: 'none',
  summary: 'Activate a terminal with its pairing code',
  provenance: 'spec',
  body: lazy(() => shape({ serial: text().meta({ description: 'The same as in the path.' }), code: text() })),
  example: { serial: 'SN-000123', code: '482913' },
  data: lazy(() => z.object({ secret_key: z.string().meta({ pattern: '^[0-9a-f]{64}$' }) })),
  status: 200,
  title: 'Terminal activated',
});
