import { describe, expect, it } from 'vitest';
import { type DiagnosedDelivery, deliveryDiagnosis } from './diagnosis.ts';

type Attempt = DiagnosedDelivery['attempts'][number];

const responseAttempt = (status: number, more: Partial<Attempt> = {}): Attempt => ({
  via: 'local',
  status,
  error: null,
  durationMs: 5,
  responseBody: '',
  ...more,
});
const failedAttempt = (error: string, more: Partial<Attempt> = {}): Attempt => ({
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
  ])('explains a response with status %i', (status, expected) => {
    expect(codes([responseAttempt(status)])).toEqual(expected);
  });

  it('suggests the other loopback address if a server listens there', () => {
    expect(codes([{ ...responseAttempt(200), status: null, error: 'ECONNREFUSED (::1 listens)' }])).toEqual([
      'listens_ipv6',
    ]);
  });

  it.each([401, 403])('lists causes of %i for the signature variant of the account', (status) => {
    expect(codes([responseAttempt(status)])).toEqual([
      'refused_signature',
      'signature_secret',
      'signature_raw_body',
      'signature_with_timestamp',
      'clock_differs',
      'access_rule',
    ]);
    expect(codes([responseAttempt(status)], { variant: 'body' })).toContain('signature_without_timestamp');
    expect(codes([responseAttempt(status)], { variant: 'sha256' })).toContain('signature_with_prefix');
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
  ])(
    'explains a 403 with the body %j as %s if the Server header is %s',
    (responseBody, likeliest, server) => {
      const more = server === undefined ? {} : { responseHeaders: { server } };
      expect(codes([responseAttempt(403, { responseBody, ...more })])[0]).toBe(likeliest);
    },
  );

  it('shows the target of a redirect', () => {
    const diagnosisOf = (more: Partial<Attempt>) =>
      deliveryDiagnosis({ attempts: [responseAttempt(302, more)], probe: null, variant: 'timestamp' });
    const likely = { code: 'redirect', severity: 'likely' };
    expect(diagnosisOf({ responseHeaders: { location: '/login' } })).toEqual([
      { ...likely, detail: 'Location: /login' },
    ]);
    expect(diagnosisOf({})).toEqual([likely]);
  });

  it('explains a refused signature, unless the response gives another reason', () => {
    const right = { mistake: 'right_signature' };
    expect(codes([responseAttempt(401, { ...right, responseBody: 'bad signature' })])[0]).toBe(
      'right_signature',
    );
    expect(codes([responseAttempt(401, { ...right, responseBody: 'timestamp too old' })])[0]).toBe(
      'clock_differs',
    );
    expect(codes([responseAttempt(400, { ...right, responseBody: '{"amount":"required"}' })])[0]).toBe(
      'body_shape',
    );
  });

  it.each([
    ['<!DOCTYPE html><div id="root"></div>', ['html_page']],
    [' <?xml version="1.0"?>\n<!-- build 7 -->\n<html lang="es">', ['html_page']],
    ['<ok/>', []],
    ['the page <html> is not here', []],
  ])('notes that a 2xx response is a web page: %j', (responseBody, expected) => {
    expect(codes([responseAttempt(200, { responseBody })])).toEqual(expected);
  });

  it('lists a changed clock first, and recognizes a known mistake in the signature', () => {
    const off = { timestampOffMs: 86_400_000 };
    expect(codes([responseAttempt(401, off)]).slice(0, 2)).toEqual(['clock_moved', 'signature_secret']);
    for (const responseBody of ['bad signature', 'timestamp too old', 'clock_differs'])
      expect(codes([responseAttempt(401, { ...off, responseBody })])[0]).toBe('clock_moved');
    const loginPage = 'nginx: 401 Authorization Required';
    expect(codes([responseAttempt(401, { ...off, responseBody: loginPage })])[0]).toBe('access_rule');
    expect(codes([responseAttempt(404, off)])[0]).toBe('wrong_path');
    const other = { mistake: 'other_signature' };
    expect(codes([responseAttempt(401, other)])[0]).toBe('other_signature');
    expect(codes([responseAttempt(401, { ...other, responseBody: 'timestamp too old' })])[0]).toBe(
      'clock_differs',
    );
    expect(codes([responseAttempt(400, other)])[0]).toBe('body_shape');
    expect(codes([responseAttempt(400, { ...off, mistake: 'mistake.white_space' })])).toEqual([
      'mistake.white_space',
    ]);
  });

  it.each([400, 422])(
    'treats %i with a text about the signature as a refused signature, like 401',
    (status) => {
      const says = (responseBody: string) => codes([responseAttempt(status, { responseBody })]);
      expect(says('Webhook Error: bad signature')).toEqual(
        codes([responseAttempt(401, { responseBody: 'signature' })]),
      );
      expect(says('Firma inválida')[0]).toBe('refused_signature');
      expect(says('Timestamp outside the tolerance zone')[0]).toBe('clock_differs');
      expect(says('{"timestamp": "is required"}')[0]).toBe('body_shape');
    },
  );

  it.each([
    [401, '{"message":"Unauthenticated."}', 'access_rule'],
    [403, '{"detail":"Authentication credentials were not provided."}', 'access_rule'],
    [401, '{"error":"Full authentication is required to access this resource"}', 'access_rule'],
    [401, '{"code":401,"message":"Missing authorization header"}', 'access_rule'],
    [403, 'Your client does not have permission to get URL /webhooks', 'access_rule'],
    [401, 'jwt expired', 'access_rule'],
    [403, '{"message":"Missing Authentication Token"}', 'stage_missing'],
    [404, 'Tunnel a.invalid not found\n\nERR_NGROK_3200', 'tunnel_down'],
    [404, '<iframe src="//www.herokucdn.com/error-pages/no-such-app.html">', 'no_application'],
    [403, 'error code: 1020', 'bot_check'],
    [406, 'This error was generated by Mod_Security.', 'bot_check'],
    [400, '<title>400 The plain HTTP request was sent to HTTPS port</title>', 'plain_to_tls_port'],
    [421, '', 'refused_early'],
    [409, '', 'conflict'],
    [522, '', 'gateway'],
    [526, '', 'certificate'],
    [422, 'ActionController::InvalidAuthenticityToken', 'cross_site_check'],
    [401, '{"message":"Invalid signature","statusCode":401}', 'refused_signature'],
    [401, '{"error":"bad signature","expected":"kne8wcsRFw="}', 'refused_signature'],
    [401, 'viejo', 'clock_differs'],
    [403, 'EBADCSRFTOKEN: invalid csrf token', 'cross_site_check'],
  ])('finds the cause in the response %i %s', (status, responseBody, likeliest) => {
    expect(codes([responseAttempt(status, { responseBody })])[0]).toBe(likeliest);
  });

  it('names maintenance if a 503 asks the sender to try again later', () => {
    const responseHeaders = { 'retry-after': '60' };
    expect(codes([responseAttempt(503, { responseHeaders })])[0]).toBe('maintenance');
  });

  it('uses the reason that the receiver returns in its response', () => {
    expect(codes([responseAttempt(403, { responseBody: '<h1>CSRF verification failed</h1>' })])[0]).toBe(
      'cross_site_check',
    );
    expect(codes([responseAttempt(401, { responseBody: 'wrong signature, or too old' })])[0]).toBe(
      'refused_signature',
    );
    const loginPage = '<h1>401 Authorization Required</h1><hr><center>nginx/1.25.3</center>';
    expect(codes([responseAttempt(401, { responseBody: loginPage })])[0]).toBe('access_rule');
    expect(codes([responseAttempt(401, { responseBody: 'nginx says: bad signature' })])[0]).toBe(
      'refused_signature',
    );
    const stale = deliveryDiagnosis({
      attempts: [responseAttempt(401, { responseBody: '{"error":"timestamp too old"}' })],
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
    expect(codes([responseAttempt(401, { responseBody: code })])).toEqual([code]);
    expect(codes([responseAttempt(500, { responseBody: `{"error":"${code}"}` })])).toEqual([code]);
  });

  it('ignores a code that is only a part of a word', () => {
    expect(codes([responseAttempt(500, { responseBody: 'body_parsed_twice' })])).toEqual(['receiver_error']);
    expect(codes([responseAttempt(500, { responseBody: 'signature' })])).toEqual(['receiver_error']);
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
    ['unreadable response (invalid header token)', ['unreadable_answer']],
    ['unreadable response', ['unreadable_answer']],
    ['unreadable answer (invalid header token)', ['unreadable_answer']],
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
    expect(codes([failedAttempt(error)])).toEqual(expected);
  });

  it('adds that the simulator may run on another machine than the receiver', () => {
    expect(codes([failedAttempt('ECONNREFUSED', { via: 'local' })])).toEqual([
      'nothing_listens',
      'other_machine',
    ]);
  });
});

it.each([
  ['<center>No required SSL certificate was sent</center>', 'client_certificate'],
  ['<center>The plain HTTP request was sent to HTTPS port</center>', 'plain_to_tls_port'],
  ['Client sent an HTTP request to an HTTPS server.', 'plain_to_tls_port'],
])('recognizes the response of a TLS port: %s', (responseBody, code) => {
  expect(codes([responseAttempt(400, { responseBody })])).toEqual([code]);
});

describe('diagnosis of a delivery', () => {
  it('returns nothing before the first attempt, and nothing for a webhook that was accepted at once', () => {
    expect(codes([])).toEqual([]);
    expect(codes([responseAttempt(204)])).toEqual([]);
  });

  it('keeps the reason of a failed attempt after a successful retry', () => {
    expect(codes([failedAttempt('timeout'), failedAttempt('ECONNREFUSED'), responseAttempt(200)])).toEqual([
      'recovered',
      'nothing_listens',
    ]);
  });

  it('explains the last failed attempt until the receiver accepts the webhook', () => {
    expect(codes([failedAttempt('ECONNREFUSED'), responseAttempt(500)])).toEqual(['receiver_error']);
  });

  it('notes a slow response', () => {
    expect(codes([responseAttempt(200, { durationMs: 1001 })])).toEqual(['slow_answer']);
    const responseBody = 'left out by the relay: --events paid';
    expect(codes([responseAttempt(204, { responseBody })])).toEqual(['left_out']);
    expect(codes([responseAttempt(200, { durationMs: 1000 })])).toEqual([]);
  });

  it('explains a missing response to a test webhook, but no other response to one', () => {
    expect(codes([responseAttempt(401)], { probe: 'bad_signature' })).toEqual([]);
    expect(codes([responseAttempt(200)], { probe: 'bad_signature' })).toEqual([]);
    expect(codes([failedAttempt('timeout')], { probe: 'bad_signature' })).toEqual(['too_slow']);
  });

  it('lists first the faults that chaos injected into the attempt', () => {
    const chaosAttempt = (status: number, chaos: Attempt['chaos'] & {}) => responseAttempt(status, { chaos });
    expect(codes([failedAttempt('dropped by chaos', { chaos: ['drop'] })])).toEqual(['chaos_drop']);
    expect(codes([chaosAttempt(401, ['bad_signature', 'stale_timestamp'])])).toEqual([
      'chaos_bad_signature',
      'chaos_stale_timestamp',
    ]);
    // The receiver should refuse the wrong signature, but it crashes.
    expect(codes([chaosAttempt(500, ['bad_signature'])])).toEqual(['chaos_bad_signature', 'receiver_error']);
    expect(codes([chaosAttempt(401, ['bad_signature']), responseAttempt(200)])).toEqual([
      'chaos_bad_signature',
      'recovered',
    ]);
    expect(codes([chaosAttempt(401, ['bad_signature']), responseAttempt(500)])).toEqual(['receiver_error']);
  });

  it('reports that a receiver accepted a forged webhook', () => {
    expect(codes([responseAttempt(200, { chaos: ['bad_signature'] })])).toEqual([
      'chaos_bad_signature_taken',
    ]);
    expect(codes([failedAttempt('timeout'), responseAttempt(200, { chaos: ['stale_timestamp'] })])).toEqual([
      'chaos_stale_timestamp_taken',
      'recovered',
      'too_slow',
    ]);
  });

  it('names the chaos faults of a webhook that was refused', () => {
    expect(codes([responseAttempt(409, { chaos: ['duplicate', 'delay'] })])).toEqual([
      'chaos_duplicate',
      'conflict',
      'chaos_delay',
    ]);
    expect(codes([responseAttempt(401, { chaos: ['delay'] })]).slice(0, 2)).toEqual([
      'chaos_delay',
      'refused_signature',
    ]);
    expect(codes([responseAttempt(401, { chaos: ['delay', 'bad_signature'] })])).toEqual([
      'chaos_bad_signature',
    ]);
    expect(codes([responseAttempt(200, { chaos: ['reorder'] })])).toEqual([]);
  });
});
