/** The receivers in test/broken-receivers by language, each with the verdict that `sim doctor` must reach. */
export const brokenPrograms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Python: {
    dumps: 'signature_raw_body',
    sorted: 'signature_raw_body',
    dictionary: 'changed_body',
    bytes: 'mistake.body_literal',
    base64: 'mistake.form',
    line_break: 'mistake.secret_changed',
    isoformat: 'mistake.timestamp',
    local_time: 'mistake.time',
  },
  PHP: {
    pretty: 'signature_raw_body',
    strtotime: 'mistake.timestamp',
    base64: 'mistake.form',
    no_hmac: 'mistake.no_hmac',
    post: 'signature_raw_body',
  },
  Java: {
    base64: 'mistake.form',
    capitals: 'mistake.form',
    decoded_secret: 'mistake.secret_changed',
    no_dot: 'mistake.separator',
    seconds: 'mistake.timestamp',
    body_alone: 'signature_with_timestamp',
    local_time: 'mistake.time',
  },
  Go: {
    marshal: 'signature_raw_body',
    no_dot: 'mistake.separator',
    base64: 'mistake.form',
    capitals: 'mistake.form',
  },
  Ruby: {
    inspect: 'changed_body',
    seconds: 'mistake.timestamp',
    base64: 'mistake.form',
    quotes: 'undetermined',
  },
};
