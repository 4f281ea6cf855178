import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns this package's directory. Its distance from this file differs between the bundle and the sources. */
export function packageFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'examples', 'init'))) return folder;
    if (folder === dirname(folder)) throw new Error('the package has no examples');
  }
}
