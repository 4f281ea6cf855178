import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Unpacks what npm would publish of the last build into a folder that exists. */
export function unpackPackageInto(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-simulator-'));
  try {
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', scratch];
    const name = execFileSync('npm', words, { cwd: root, encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', join(scratch, name), '-C', folder, '--strip-components=1']);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
