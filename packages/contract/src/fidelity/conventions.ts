import { type Chapter, decided, field, spec } from './difference.ts';

/** Contract sections 1 and 9.1. */
export const conventions: Chapter = [
  field(null, {
    'success-field':
      'Answers of the payment-session API and of control also carry `success: true` and `message`, which repeats the title.',
    'success-false': 'Problems of the payment-session API and of control also carry `success: false`.',
    'flat-credentials':
      'Answers that hand out credentials carry their fields in `data` and at the top level, since clients read either.',
  }),
  decided(null, {
    'problem-type':
      'Problems have the media type `application/problem+json`, and `message` repeats the detail or the title.',
    'problem-language':
      'Texts of problems follow `Accept-Language`: Spanish where it asks for it, English otherwise; in which language the real service answers is not known. Pointers and what programs read are the same in both.',
    'request-id': 'Every response has `x-request-id`; a problem names it in `instance` as `urn:uuid:…`.',
    'account-time':
      'While the clock of an account is not real time, its answers say its time in `x-svc-sim-time`.',
    'unknown-path':
      'An unknown path is 404, outside of the API a page for a browser; a known path with another method is 405 with `Allow`.',
    'not-json':
      'A body that is not declared as JSON where JSON is needed is 415; malformed JSON is 400 with an empty pointer.',
    'not-utf8':
      'A body that is read as text (JSON, a form, a snapshot) is UTF-8, or it is 400 with an empty pointer and the offset of the first byte that is none, and uses no `Idempotency-Key` up; one leading byte order mark is skipped. A `charset` other than `utf-8` is 415. A terminal’s signature is checked before.',
    'body-limit':
      'A body may have 1 MiB (else 413) and JSON 32 levels (else 400); the form of the payment page 64 KiB, and so, hosted, what comes without a credential, but for receivers.',
    'all-faults': 'Validation names every fault of the body at once, each with its JSON Pointer.',
    'unknown-fields': 'Unknown fields are ignored and never repeated in an answer.',
    'null-is-absent': 'An optional field that is null counts as absent, and so does an empty `webhook_url`.',
    'blank-texts': 'Required texts need something beside white space; they are stored as they were sent.',
    'text-limits':
      'Texts have at most 500 characters, `description` and `late_notice_message` 2000, URLs 2048.',
    amounts:
      'Amounts are JSON numbers over 0 and up to 999999999999.99; a third decimal is 400 and never rounded.',
    times:
      'Times in answers are ISO 8601 in UTC with milliseconds; a time in a request without an offset is UTC.',
  }),
  field(null, { ids: 'Accounts have ids `acc_` and agreements `agr_` with 16 hexadecimal digits.' }),
  decided(null, {
    'other-ids':
      'Sessions, partners, merchants and transactions have a UUID v4, stops `stp_` and a UUID; tokens begin with `sim_api_`, `sim_con_`, `sim_ref_` and `whsec_`.',
    lists:
      'Lists take `limit` (1 to 1000, by default 100) and `cursor`, answer `next_cursor`, and go from the newest to the oldest. A page, of the trace too, ends where it reaches 4 MiB, so one may be shorter than its limit: it is the last one when `next_cursor` is null.',
    'wrong-token':
      '401 carries `WWW-Authenticate: Bearer` and says whether the token is missing, unknown or of the wrong kind.',
  }),
  spec(null, {
    'foreign-404': 'A resource of another account answers the same 404 as one that does not exist, not 403.',
  }),
  field(null, {
    'pages-log-in':
      'Pages of any origin may call `/api/svcpagos/**` from a browser and read what they are answered, problems too: preflights are answered, `Access-Control-Allow-Origin` is `*`, cookies are not taken.',
  }),
  decided(null, {
    'pages-call':
      'The same holds for `/api/v1/ext/**` and for nothing else; they may send `Content-Type`, `Authorization`, `X-Requested-With` and `Idempotency-Key`. The log of calls marks what a page called, because a token in a browser is readable by its user.',
    'order-of-checks':
      'A request is checked for 401, 403, 429, 413 and 415, 400, then 404, then 409, 422 and 500.',
    'no-body':
      'An operation without a body takes a JSON content type with nothing behind it, and a body on GET is ignored.',
    unavailable:
      'An operation that could not be stored (a full disk) answers 503 with `Retry-After`, and changed nothing.',
  }),
];
