import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readBasePath, StartError } from '../start-error.ts';
import { withoutBasePath } from './base-path.ts';

describe('withoutBasePath', () => {
  it.each([
    ['/pagos', '/'],
    ['/pagos/', '/'],
    ['/pagos?lang=es', '/?lang=es'],
    ['/pagos/console/keys?a=/pagos/b', '/console/keys?a=/pagos/b'],
    ['/pagos/pagos', '/pagos'],
    ['/pagos//x', '//x'],
    ['http://shop.invalid/pagos/pay/1', 'http://shop.invalid/pay/1'],
    ['http://shop.invalid/pagos', 'http://shop.invalid/'],
    // The path has no base path, because a proxy removed it or the client never sent it.
    ['/', '/'],
    ['/console', '/console'],
    ['http://shop.invalid/pay/1', 'http://shop.invalid/pay/1'],
    // Another path with the same beginning.
    ['/pagosx', '/pagosx'],
    ['/pagos-2/console', '/pagos-2/console'],
    ['/PAGOS/console', '/PAGOS/console'],
    ['/console/pagos/x', '/console/pagos/x'],
    ['*', '*'],
  ])('converts %s to %s', (url, rest) => {
    const request = { url } as IncomingMessage;
    withoutBasePath('/pagos')(request);
    expect(request.url).toBe(rest);
  });
});

describe('readBasePath', () => {
  it.each([
    [undefined, ''],
    ['https://host', ''],
    ['https://host/', ''],
    ['https://host/pagos', '/pagos'],
    ['https://host/pagos/', '/pagos'],
    ['https://host/a/b//', '/a/b'],
    ['https://host/a b', '/a%20b'],
    ['https://host/consoles', '/consoles'],
  ])('extracts the path of %s: %j', (publicUrl, path) => {
    expect(readBasePath(publicUrl)).toBe(path);
  });

  it.each(['api', 'console', 'control', 'docs', 'pay', 'relay', 'terminal', 'verificar', 'health'])(
    'refuses /%s, because the simulator has paths that begin with it',
    (name) => {
      expect(() => readBasePath(`https://host/${name}/x`)).toThrow(StartError);
      expect(() => readBasePath(`https://host/${name}`)).toThrow(`starts with /${name}`);
    },
  );
});
