import { describe, expect, it } from 'vitest';
import { operations } from './operations.ts';
import { suggestPath } from './suggest-path.ts';

const EXT = '/api/v1/ext';
const BUTTONS = `${EXT}/payment-sessions/buttons`;

describe('suggestPath', () => {
  it.each([
    ['duplicate slashes', `${EXT}//payment-sessions///buttons`, BUTTONS],
    ['duplicate slashes at the beginning', `/${BUTTONS}`, BUTTONS],
    ['a slash at the end', `${BUTTONS}/`, BUTTONS],
    ['another letter case', `${EXT}/payment-sessions/Buttons`, BUTTONS],
    ['another letter case of the prefix', '/API/V1/ext/payment-sessions/buttons', BUTTONS],
    ['a singular', `${EXT}/payment-sessions/button`, BUTTONS],
    ['a path without /ext', '/api/v1/payment-sessions/buttons', BUTTONS],
    ['a singular without /ext', '/api/v1/payment-sessions/button', BUTTONS],
    ['a path without its prefix', '/payment-sessions/buttons', BUTTONS],
    ['underscores', `${EXT}/payment_sessions/buttons`, BUTTONS],
    ['a plural', `${EXT}/payment-sessions/requests`, `${EXT}/payment-sessions/request`],
    ['a plural within', `${EXT}/payment-sessions/requests/batch`, `${EXT}/payment-sessions/request/batch`],
    ['a batch below sessions', `${EXT}/payment-sessions/batch`, `${EXT}/payment-sessions/request/batch`],
    ['a query below links', `${EXT}/payment-stop/links/query`, `${EXT}/payment-stops/query`],
    ['a reorder below links', `${EXT}/payment-stop/links/reorder`, `${EXT}/payment-stops/reorder`],
    ['a login in another case', '/api/svcpagos/Login', '/api/svcpagos/login'],
    ['a merchant path with /ext', '/api/v1/ext/merchants/auth/login', '/api/v1/merchants/auth/login'],
    ['duplicate slashes of the simulator', '//health', '/health'],
  ])('suggests the right path for %s', (_, path, near) => {
    expect(suggestPath(path)).toBe(near);
  });

  it('keeps the parameters of the requested path', () => {
    const id = '7D444840-9DC0-41D1-b245-5ffdce74fads';
    expect(suggestPath(`/api/v1/payment-session/STATUS/${id}`)).toBe(`${EXT}/payment-sessions/status/${id}`);
    expect(suggestPath('/api/v1/pos-terminal/SN_1s/transaction')).toBe(
      '/api/v1/pos-terminals/SN_1s/transactions',
    );
  });

  it('suggests nothing if the path belongs to an operation', () => {
    const paths = operations.flatMap(({ path, aliases = [] }) => [path, ...aliases.map((one) => one.path)]);
    expect(paths.filter((path) => suggestPath(path.replace(/\{\w+\}/g, 'x-1')) !== undefined)).toEqual([]);
  });

  it.each([
    '/',
    '/nothing',
    '/api',
    '/api/v1/ext',
    '/api/v1/ext/refunds',
    '/api/svcpagos/cards',
    '/favicon.ico',
  ])('suggests nothing for %s', (path) => {
    expect(suggestPath(path)).toBeUndefined();
  });
});
