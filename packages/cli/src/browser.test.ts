import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch.ts';
import { browserCommand, openInBrowser } from './browser.ts';

const url = 'http://127.0.0.1:4010/console/enter?ticket=a&next=b';

it.each([
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { WSL_DISTRO_NAME: 'Debian' }, 'rundll32.exe'],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: '' }, undefined],
  ['linux', { DISPLAY: ':0', CI: 'true' }, undefined],
  ['darwin', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, undefined],
] as const)('opens a URL on %s in the environment %j with the program %s', (platform, env, program) => {
  const command = browserCommand({ platform, env }, url);
  expect([command?.[0], command?.at(-1)]).toEqual([program, program && url]);
});

describe('openInBrowser', () => {
  function machine(script: string) {
    const directory = scratchFolder();
    const urlFile = join(directory, 'opened');
    writeFileSync(join(directory, 'xdg-open'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, 'xdg-open'), 0o755);
    return {
      opened: urlFile,
      platform: 'linux',
      env: { DISPLAY: ':0', PATH: directory, OPENED: urlFile },
    } as const;
  }

  it('passes the whole URL to the program', async () => {
    const one = machine('printf %s "$1" > "$OPENED"');
    expect(await openInBrowser(one, url)).toBe(true);
    expect(readFileSync(one.opened, 'utf8')).toBe(url);
  });

  it('returns false if the program fails or is missing', async () => {
    expect(await openInBrowser(machine('exit 3'), url)).toBe(false);
    const missing = { platform: 'linux', env: { DISPLAY: ':0', PATH: '/nonexistent' } } as const;
    expect(await openInBrowser(missing, url)).toBe(false);
    expect(await openInBrowser({ platform: 'linux', env: {} }, url)).toBe(false);
  });
});
