import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textIn } from '@svc-simulator/machine/text-file.ts';

/** The folder that a receiver is to be put into. Paths are relative to it, with slashes. */
export class Project {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** The text of a file; empty when there is none. */
  text(path: string): string {
    return this.has(path) ? textIn(readFileSync(join(this.folder, path))) : '';
  }

  /** The first of these that is there. */
  first<P extends string>(...paths: readonly P[]): P | undefined {
    return paths.find((path) => this.has(path));
  }
}
