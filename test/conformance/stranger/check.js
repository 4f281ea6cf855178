import { Refusal } from './http.js';

/**
 * A shape is an object of rules. A rule is called with (value, pointer, faults) and returns the value as it is to be
 * kept. Every fault of a body is collected; what is not named in the shape is left out.
 */
export function check(shape, body, more = () => {}) {
  const faults = [];
  const kept = fields(shape, body, '', faults);
  more(kept, (pointer, detail) => faults.push({ pointer, detail }));
  if (faults.length > 0) throw invalid(faults);
  return kept;
}

export function invalid(errors) {
  return new Refusal(400, errors.map((fault) => `${fault.pointer} ${fault.detail}`).join('; '), { errors });
}

function fields(shape, body, at, faults) {
  const kept = {};
  for (const [name, rule] of Object.entries(shape)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    const result = rule(value, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, faults);
    if (result !== undefined) kept[name] = result;
  }
  return kept;
}

const rule = (test, detail) => (value, pointer, faults) => {
  if (value === undefined || value === null) faults.push({ pointer, detail: 'is required' });
  else if (!test(value)) faults.push({ pointer, detail });
  else return value;
};

/** In characters, of which an emoji is one. */
const within = (value, longest) => value.length <= 2 * longest && [...value].length <= longest;

/** null counts as absent. */
export const maybe = (inner, absent) => (value, pointer, faults) =>
  value === undefined || value === null ? absent : inner(value, pointer, faults);

export const text = (longest = 500, pattern = /\S/) =>
  rule(
    (value) => typeof value === 'string' && within(value, longest) && pattern.test(value),
    `must be a text of at most ${longest} characters`,
  );
export const anyText = (longest = 500) =>
  rule(
    (value) => typeof value === 'string' && within(value, longest),
    `must be a text of at most ${longest} characters`,
  );
export const flag = rule((value) => typeof value === 'boolean', 'must be true or false');
export const oneOf = (...values) =>
  rule((value) => values.includes(value), `must be one of ${values.join(', ')}`);
export const whole = (least, most) =>
  rule(
    (value) => Number.isInteger(value) && value >= least && value <= most,
    `must be a whole number from ${least} to ${most}`,
  );
/** When an ISO 8601 time is, in ms since 1970: in UTC where it names no offset, wherever this runs. */
export const parseTime = (value) => Date.parse(/T[\d:.]+$/.test(value) ? `${value}Z` : value);
export const date = rule((value) => {
  const [, day] = /^(\d{4}-\d\d-\d\d)(T|$)/.exec(value) ?? [];
  // The parser takes 30 February for 2 March.
  return (
    !Number.isNaN(Date.parse(value)) && !!day && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  );
}, 'must be a time in ISO 8601');
export const either =
  (...rules) =>
  (value, pointer, faults) => {
    const tried = rules.map((one) => {
      const own = [];
      return { own, kept: one(value, pointer, own) };
    });
    const fit = tried.find((one) => one.own.length === 0);
    if (fit) return fit.kept;
    faults.push(...tried[0].own);
  };

/** Those of the contract, and those that `/fidelidad` adds. */
const UNSAFE = 'javascript: data: vbscript: file: blob: filesystem: view-source: jar: about:'.split(' ');

/** An address: absolute, with a scheme that cannot run in the page. */
export const address = rule((value) => {
  if (typeof value !== 'string' || !within(value, 2048) || !URL.canParse(value)) return false;
  return !/\p{Cc}/u.test(value) && !UNSAFE.includes(new URL(value).protocol);
}, 'must be an absolute URL of at most 2048 characters');
export const hook = rule((value) => {
  if (typeof value !== 'string' || !within(value, 2048)) return false;
  return !URL.canParse(value) || /^https?:$/.test(new URL(value).protocol);
}, 'must be an http or https URL (http://…)');

/** An amount: kept in cents. Noise of binary fractions is not a third decimal. */
export const amount = (value, pointer, faults) => {
  const cents = typeof value === 'number' ? Math.round(value * 100) : Number.NaN;
  if (value === undefined || value === null) faults.push({ pointer, detail: 'is required' });
  else if (!(cents > 0 && cents <= 99_999_999_999_999))
    faults.push({ pointer, detail: 'must be a number over 0, at most 999999999999.99' });
  else if (Math.abs(value - cents / 100) > 1e-6) faults.push({ pointer, detail: 'has more than 2 decimals' });
  else return cents;
};
export const percent = (value, pointer, faults) => {
  const kept = amount(value, pointer, faults);
  if (kept !== undefined && kept > 10_000) faults.push({ pointer, detail: 'must be at most 100' });
  return kept;
};

export const object = (shape) => (value, pointer, faults) => {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    faults.push({ pointer, detail: 'must be an object' });
  else return fields(shape, value, pointer, faults);
};
export const list = (inner, least, most) => (value, pointer, faults) => {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    faults.push({ pointer, detail: `must be a list of ${least} to ${most}` });
  } else return value.map((item, at) => inner(item, `${pointer}/${at}`, faults));
};

const numeral = (least, most) => (value, pointer, faults) =>
  /^-?\d+$/.test(value)
    ? whole(least, most)(Number(value), pointer, faults)
    : whole(least, most)('', pointer, faults);

/** The query of a list. */
export const page = { limit: maybe(numeral(1, 1000), 100), cursor: maybe(anyText()) };
export const traceQuery = {
  ...page,
  after: maybe(numeral(0, Number.MAX_SAFE_INTEGER), 0),
  order: maybe(oneOf('asc', 'desc'), 'asc'),
  session_id: maybe(anyText(100)),
  type: maybe(anyText()),
};
