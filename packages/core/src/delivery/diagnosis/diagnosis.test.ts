import { describe, expect, it } from 'vitest';
import { type DiagnosedDelivery, deliveryDiagnosis } from './diagnosis.ts';

type Attempt = DiagnosedDelivery['attempts'][number];

const answered = (status: number, more: Partial<Attempt> = {}): Attempt => ({
  via: 'local',
  status,
  error: null,
  durationMs: 5,
  responseBody: '',
  ...more,
});
const failed = (error: string, more: Partial<Attempt> = {}): Attempt => ({
  via: 'direct',
  status: null,
  error,
  durationMs: 5,
  responseBody: null,
  ...more,
});
const codes = (attempts: readonly Attempt[], more: Partial<DiagnosedDelivery> = {}) =>
  deliveryDiagnosis({ attempts, probe: null, variant: 'timestamp', ...more }).map(({ code }) => code);

describe('diagnosis of a response', () => {
  it.each([
    [302, ['redirect']],
    [400, ['body_shape', 'strict_schema', 'refused_signature_400']],
    [404, ['wrong_path', 'wrong_application']],
    [405, ['wrong_method', 'wrong_path']],
    [413, ['body_limit']],
    [415, ['content_type']],
    [418, ['not_2xx']],
    [419, ['cross_site_check']],
    [422, ['body_shape', 'strict_schema', 'refused_signature_400']],
    [429, ['overloaded']],
    [500, ['receiver_error']],
    [502, ['gateway']],
    [503, ['gateway']],
  ])('explains %i', (status, expected) => {
    expect(codes([answered(status)])).toEqual(expected);
  });

  it('names the other loopback address if a server listens there', () => {
    expect(codes([{ ...answered(200), status: null, error: 'ECONNREFUSED (::1 listens)' }])).toEqual([
      'listens_ipv6',
    ]);
  });

  it.each([401, 403])('lists causes of %i for the form that the account signs', (status) => {
    expect(codes([answered(status)])).toEqual([
      'refused_signature',
      'signature_secret',
      'signature_raw_body',
      'signature_with_timestamp',
      'clock_differs',
      'access_rule',
    ]);
    expect(codes([answered(status)], { variant: 'body' })).toContain('signature_without_timestamp');
    expect(codes([answered(status)], { variant: 'sha256' })).toContain('signature_with_prefix');
  });

  it.each([
    ['Forbidden', 'forbidden', undefined],
    ['403 Forbidden\n', 'forbidden', undefined],
    ['{"message":"Forbidden","statusCode":403}', 'forbidden', undefined],
    ['<html><head><title>403 Forbidden</title></head></html>', 'access_rule', undefined],
    ['Forbidden', 'access_rule', 'awselb/2.0'],
    ['', 'access_rule', 'cloudflare'],
    ['Forbidden: bad signature', 'refused_signature', 'nginx/1.25'],
    ['', 'refused_signature', 'Werkzeug/3.0'],
  ])('explains 403 %j by %s from the server %s', (responseBody, likeliest, server) => {
    const more = server === undefined ? {} : { responseHeaders: { server } };
    expect(codes([answered(403, { responseBody, ...more })])[0]).toBe(likeliest);
  });

  it('shows where a redirect leads', () => {
    const diagnosisOf = (more: Partial<Attempt>) =>
      deliveryDiagnosis({ attempts: [answered(302, more)], probe: null, variant: 'timestamp' });
    const likely = { code: 'redirect', severity: 'likely' };
    expect(diagnosisOf({ responseHeaders: { location: '/login' } })).toEqual([
      { ...likely, detail: 'Location: /login' },
    ]);
    expect(diagnosisOf({})).toEqual([likely]);
  });

  it('names the signature in the refusal, unless its words say more', () => {
    const right = { mistake: 'right_signature' };
    expect(codes([answered(401, { ...right, responseBody: 'bad signature' })])[0]).toBe('right_signature');
    expect(codes([answered(401, { ...right, responseBody: 'timestamp too old' })])[0]).toBe('clock_differs');
    expect(codes([answered(400, { ...right, responseBody: '{"amount":"required"}' })])[0]).toBe('body_shape');
  });

  it.each([
    ['<!DOCTYPE html><div id="root"></div>', ['html_page']],
    [' <?xml version="1.0"?>\n<!-- build 7 -->\n<html lang="es">', ['html_page']],
    ['<ok/>', []],
    ['the page <html> is not here', []],
  ])('notes that a 2xx is a page for people: %j', (responseBody, expected) => {
    expect(codes([answered(200, { responseBody })])).toEqual(expected);
  });

  it('puts a moved clock first, and recognizes the mistake behind a named signature', () => {
    const off = { timestampOffMs: 86_400_000 };
    expect(codes([answered(401, off)]).slice(0, 2)).toEqual(['clock_moved', 'signature_secret']);
    for (const responseBody of ['bad signature', 'timestamp too old', 'clock_differs'])
      expect(codes([answered(401, { ...off, responseBody })])[0]).toBe('clock_moved');
    const guarded = 'nginx: 401 Authorization Required';
    expect(codes([answered(401, { ...off, responseBody: guarded })])[0]).toBe('access_rule');
    expect(codes([answered(404, off)])[0]).toBe('wrong_path');
    const other = { mistake: 'other_signature' };
    expect(codes([answered(401, other)])[0]).toBe('other_signature');
    expect(codes([answered(401, { ...other, responseBody: 'timestamp too old' })])[0]).toBe('clock_differs');
    expect(codes([answered(400, other)])[0]).toBe('body_shape');
    expect(codes([answered(400, { ...off, mistake: 'mistake.white_space' })])).toEqual([
      'mistake.white_space',
    ]);
  });

  it.each([400, 422])('treats %i that mentions the signature as a refusal, like 401', (status) => {
    const says = (responseBody: string) => codes([answered(status, { responseBody })]);
    expect(says('Webhook Error: bad signature')).toEqual(
      codes([answered(401, { responseBody: 'signature' })]),
    );
    expect(says('Firma inválida')[0]).toBe('refused_signature');
    expect(says('Timestamp outside the tolerance zone')[0]).toBe('clock_differs');
    expect(says('{"timestamp": "is required"}')[0]).toBe('body_shape');
  });

  it.each([
    [401, '{"message":"Unauthenticated."}', 'access_rule'],
    [403, '{"detail":"Authentication credentials were not provided."}', 'access_rule'],
    [401, '{"error":"Full authentication is required to access this resource"}', 'access_rule'],
    [401, '{"code":401,"message":"Missing authorization header"}', 'access_rule'],
    [403, 'Your client does not have permission to get URL /webhooks', 'access_rule'],
    [401, 'jwt expired', 'access_rule'],
    [403, '{"message":"Missing Authentication Token"}', 'wrong_path'],
    [422, 'ActionController::InvalidAuthenticityToken', 'cross_site_check'],
    [401, '{"message":"Invalid signature","statusCode":401}', 'refused_signature'],
    [401, '{"error":"bad signature","expected":"kne8wcsRFw="}', 'refused_signature'],
    [401, 'viejo', 'clock_differs'],
    [403, 'EBADCSRFTOKEN: invalid csrf token', 'cross_site_check'],
  ])('reads the cause from %i %s', (status, responseBody, likeliest) => {
    expect(codes([answered(status, { responseBody })])[0]).toBe(likeliest);
  });

  it('accepts the reason that a receiver gives', () => {
    expect(codes([answered(403, { responseBody: '<h1>CSRF verification failed</h1>' })])[0]).toBe(
      'cross_site_check',
    );
    expect(codes([answered(401, { responseBody: 'wrong signature, or too old' })])[0]).toBe(
      'refused_signature',
    );
    const guarded = '<h1>401 Authorization Required</h1><hr><center>nginx/1.25.3</center>';
    expect(codes([answered(401, { responseBody: guarded })])[0]).toBe('access_rule');
    expect(codes([answered(401, { responseBody: 'nginx says: bad signature' })])[0]).toBe(
      'refused_signature',
    );
    const stale = deliveryDiagnosis({
      attempts: [answered(401, { responseBody: '{"error":"timestamp too old"}' })],
      probe: null,
      variant: 'timestamp',
    });
    expect(stale.map(({ code, severity }) => [code, severity])).toEqual([
      ['clock_differs', 'likely'],
      ['signature_secret', 'possible'],
      ['signature_raw_body', 'possible'],
      ['signature_with_timestamp', 'possible'],
      ['access_rule', 'possible'],
    ]);
  });
});

describe('diagnosis of a receiver that reports its own verification', () => {
  it.each(['signature_raw_body', 'clock_differs', 'body_parsed'])('accepts the code %s', (code) => {
    expect(codes([answered(401, { responseBody: code })])).toEqual([code]);
    expect(codes([answered(500, { responseBody: `{"error":"${code}"}` })])).toEqual([code]);
  });

  it('requires the whole word', () => {
    expect(codes([answered(500, { responseBody: 'body_parsed_twice' })])).toEqual(['receiver_error']);
    expect(codes([answered(500, { responseBody: 'signature' })])).toEqual(['receiver_error']);
  });
});

describe('diagnosis of a missing response', () => {
  it.each([
    ['ECONNREFUSED', ['nothing_listens']],
    ['ENOTFOUND', ['unknown_host']],
    ['EAI_AGAIN', ['unknown_host']],
    ['ECONNRESET', ['connection_cut']],
    ['ETIMEDOUT', ['unreachable']],
    ['timeout', ['too_slow']],
    ['no relay connected', ['no_relay']],
    ['relay disconnected', ['relay_lost']],
    ['refused address', ['address_refused']],
    ['response too large', ['answer_too_long']],
    ['header fields too large', ['header_fields_too_long']],
    ['unreadable answer (invalid header token)', ['unreadable_answer']],
    ['unreadable answer', ['unreadable_answer']],
    ['ERR_INVALID_URL', ['invalid_url']],
    ['the emission is no longer in the trace', ['emission_gone']],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', ['certificate_untrusted']],
    ['SELF_SIGNED_CERT_IN_CHAIN', ['certificate_untrusted']],
    ['CERT_NOT_YET_VALID', ['certificate_expired']],
    ['CERT_REVOKED', ['certificate']],
    ['INVALID_PURPOSE', ['certificate']],
    ['no HTTP/1.1', ['no_http']],
    ['no HTTP/1.1 (TLS)', ['plain_to_tls_port']],
    ['ERR_SSL_WRONG_VERSION_NUMBER', ['tls_to_plain_port']],
    ['HPE_INVALID_CONSTANT', ['no_http']],
    ['something else', ['no_answer']],
  ])('explains %s', (error, expected) => {
    expect(codes([failed(error)])).toEqual(expected);
  });

  it('adds that localhost may be another machine', () => {
    expect(codes([failed('ECONNREFUSED', { via: 'local' })])).toEqual(['nothing_listens', 'other_machine']);
  });
});

it.each([
  ['<center>No required SSL certificate was sent</center>', 'client_certificate'],
  ['<center>The plain HTTP request was sent to HTTPS port</center>', 'plain_to_tls_port'],
  ['Client sent an HTTP request to an HTTPS server.', 'plain_to_tls_port'],
])('recognizes the response of a TLS port: %s', (responseBody, code) => {
  expect(codes([answered(400, { responseBody })])).toEqual([code]);
});

describe('diagnosis of a delivery', () => {
  it('stays empty before its first attempt, and if the receiver accepts it at once', () => {
    expect(codes([])).toEqual([]);
    expect(codes([answered(204)])).toEqual([]);
  });

  it('keeps the reason of a failed attempt after a successful retry', () => {
    expect(codes([failed('timeout'), failed('ECONNREFUSED'), answered(200)])).toEqual([
      'recovered',
      'nothing_listens',
    ]);
  });

  it('follows the last failure until a receiver accepts it', () => {
    expect(codes([failed('ECONNREFUSED'), answered(500)])).toEqual(['receiver_error']);
  });

  it('notes that a response was slow', () => {
    expect(codes([answered(200, { durationMs: 1001 })])).toEqual(['slow_answer']);
    const responseBody = 'left out by the relay: --events paid';
    expect(codes([answered(204, { responseBody })])).toEqual(['left_out']);
    expect(codes([answered(200, { durationMs: 1000 })])).toEqual([]);
  });

  it('leaves the response to a probe to its verdict, but explains a missing one', () => {
    expect(codes([answered(401)], { probe: 'bad_signature' })).toEqual([]);
    expect(codes([answered(200)], { probe: 'bad_signature' })).toEqual([]);
    expect(codes([failed('timeout')], { probe: 'bad_signature' })).toEqual(['too_slow']);
  });

  it('puts the faults of chaos in the attempt first', () => {
    const upset = (status: number, chaos: Attempt['chaos'] & {}) => answered(status, { chaos });
    expect(codes([failed('dropped by chaos', { chaos: ['drop'] })])).toEqual(['chaos_drop']);
    expect(codes([upset(401, ['bad_signature', 'stale_timestamp'])])).toEqual([
      'chaos_bad_signature',
      'chaos_stale_timestamp',
    ]);
    // A receiver that crashes on a wrong signature has a fault of its own.
    expect(codes([upset(500, ['bad_signature'])])).toEqual(['chaos_bad_signature', 'receiver_error']);
    expect(codes([upset(401, ['bad_signature']), answered(200)])).toEqual([
      'chaos_bad_signature',
      'recovered',
    ]);
    expect(codes([upset(401, ['bad_signature']), answered(500)])).toEqual(['receiver_error']);
  });

  it('names forged webhooks that a receiver accepted', () => {
    expect(codes([answered(200, { chaos: ['bad_signature'] })])).toEqual(['chaos_bad_signature_taken']);
    expect(codes([failed('timeout'), answered(200, { chaos: ['stale_timestamp'] })])).toEqual([
      'chaos_stale_timestamp_taken',
      'recovered',
      'too_slow',
    ]);
  });

  it("names the faults of chaos in a webhook that wasn't accepted", () => {
    expect(codes([answered(409, { chaos: ['duplicate', 'delay'] })])).toEqual([
      'chaos_duplicate',
      'not_2xx',
      'chaos_delay',
    ]);
    expect(codes([answered(401, { chaos: ['delay'] })]).slice(0, 2)).toEqual([
      'chaos_delay',
      'refused_signature',
    ]);
    expect(codes([answered(401, { chaos: ['delay', 'bad_signature'] })])).toEqual(['chaos_bad_signature']);
    expect(codes([answered(200, { chaos: ['reorder'] })])).toEqual([]);
  });
});
