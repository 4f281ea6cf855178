import * as z from 'zod';
import { lazyObject, lazyShape, text } from '../fields/fields.ts';
import { consoleApi, simulatorApi } from '../operation.ts';

export const CERTIFICATE_NAME_LIMIT = 120;

const certificateSchema = lazyObject(() => ({
  code: z.string().meta({ meaning: 'field.code.certificate' }),
  url: z.url().meta({ meaning: 'field.url.certificate' }),
  full_name: z.string(),
  issued_by: z.enum(['trainer', 'holder']).meta({ meaning: 'field.issued_by' }),
  mark: z.string().nullable().meta({ meaning: 'field.mark' }),
  class_title: z.string().nullable(),
  total: z.int().meta({ meaning: 'field.total.certificate' }),
  program_total: z.int().meta({ meaning: 'field.program_total' }),
  by_program: z.array(z.string()).meta({ meaning: 'field.by_program' }),
  done_at: z.iso.datetime().meta({ meaning: 'field.done_at' }),
  issued_at: z.iso.datetime().nullable().meta({ meaning: 'field.issued_at' }),
}));

export const issueCertificate = consoleApi.post(
  'issueCertificate',
  '/console/classes/{class_id}/trainees/{short_name}/certificate',
  {
    body: lazyShape(() => ({ full_name: text(CERTIFICATE_NAME_LIMIT).meta({ meaning: 'field.full_name' }) })),
    example: { full_name: 'Ana Pérez' },
    data: certificateSchema,
    status: 201,
    title: 'Certificate issued',
    problems: [404, 409],
  },
);

export const revokeCertificate = consoleApi.delete('revokeCertificate', '/console/certificates/{code}', {
  data: lazyObject(() => ({ code: z.string(), revoked_at: z.iso.datetime() })),
  title: 'Certificate revoked',
  problems: [404],
});

/** Browsers get a page. Returns 410 if the trainer has revoked the certificate. */
export const findCertificate = simulatorApi.get('findCertificate', '/verificar/{code}', {
  data: certificateSchema,
  title: 'Certificate',
  attempt: { kind: 'code', name: 'code' },
  problems: [404, 410],
  media: ['application/json', 'text/html'],
});
