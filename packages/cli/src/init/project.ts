import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '@svc-simulator/machine/text-file.ts';
import { version } from '../../../../package.json';

/** A project's directory. Paths in it are relative and use slashes. */
export class Project {
  readonly folder: string;
  /** The command that runs `sim` here, such as `npx sim`. The project need not have `sim` as a dependency. */
  readonly program: string;

  constructor(folder: string, program: string) {
    this.folder = folder;
    this.program = program;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** Returns the text of a file; empty if the file is missing or is a directory. */
  text(path: string): string {
    const file = join(this.folder, path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? decodeText(readFileSync(file)) : '';
  }

  /**
   * Returns `name`. If `name` begins with a dot, returns the first file in the project with this extension;
   * undefined if there is none.
   */
  findFile(name: string): string | undefined {
    if (!name.startsWith('.')) return name;
    return this.has('.') ? readdirSync(this.folder).find((path) => path.endsWith(name)) : undefined;
  }

  firstExisting<P extends string>(...paths: readonly P[]): P | undefined {
    return paths.find((path) => this.has(path));
  }
}

export interface Layout {
  readonly files: readonly NewFile[];
  /** CI workflow that runs the new test; absent if the layout has no test. */
  readonly workflow?: Readonly<
    Record<'SETUP_ACTION' | 'SETUP_VERSION' | 'INSTALL_COMMAND' | 'TEST_COMMAND', string>
  >;
  readonly steps: readonly string[];
  readonly adapt?: (text: string, path: string) => string;
}

export interface NewFile {
  /** Path below `examples` of the package. */
  readonly template: string;
  readonly path: string;
}

/** Finds the simulator's package. It is in no registry, so a project keeps a tarball that its CI installs. */
export function findTarball(project: Project) {
  const [, path = ''] =
    /"svc-simulator"\s*:\s*"file:(?:\.\/)?([^"]+\.tgz)"/.exec(project.text('package.json')) ?? [];
  const isDependency = /^[^./]/.test(path) && project.has(path);
  return { path: isDependency ? path : `svc-simulator-${version}.tgz`, isDependency };
}
