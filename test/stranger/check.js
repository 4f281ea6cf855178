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

/** null counts as absent. */
export const maybe = (inner, absent) => (value, pointer, faults) =>
  value === undefined || value === null ? absent : inner(value, pointer, faults);

export const text = (longest = 500, pattern = /\S/) =>
  rule(
    (value) => typeof value === 'string' && value.length <= longest && pattern.test(value),
    `must be a text of at most ${longest} characters`,
  );
export const anyText = (longest = 500) =>
  rule(
    (value) => typeof value === 'string' && value.length <= longest,
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
export const date = rule(
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  'must be a time in ISO 8601',
);
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

/** An address: absolute, with a scheme that cannot run in the page. */
export const address = rule((value) => {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return false;
  return !['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(new URL(value).protocol);
}, 'must be an absolute URL of at most 2048 characters');
export const hook = rule((value) => {
  if (typeof value !== 'string' || value.length > 2048) return false;
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
