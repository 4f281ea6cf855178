import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textIn } from '@svc-simulator/machine/text-file.ts';
import { version } from '../../../../package.json';

/** The folder that a receiver is to be put into. Paths are relative to it, with slashes. */
export class Project {
  readonly folder: string;
  /** How `sim` is called here: the project need not have it. */
  readonly program: string;

  constructor(folder: string, program: string) {
    this.folder = folder;
    this.program = program;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** The text of a file; empty when there is none, or a folder in its place. */
  text(path: string): string {
    const file = join(this.folder, path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? textIn(readFileSync(file)) : '';
  }

  /** The first of these that is there. */
  first<P extends string>(...paths: readonly P[]): P | undefined {
    return paths.find((path) => this.has(path));
  }
}

/** What a project gets, and what is left to be done by hand. */
export interface Layout {
  readonly files: readonly NewFile[];
  readonly workflow: Workflow;
  /** What somebody has to type or to add, in order. */
  readonly steps: readonly string[];
  /** Makes the text of a template that of this project. */
  readonly adapt?: (text: string) => string;
}

export interface NewFile {
  /** Below `examples` of the package. */
  readonly template: string;
  /** Where it goes, relative to the project. */
  readonly path: string;
}

/** By what the workflow's template is filled. */
export interface Workflow {
  readonly SETUP_ACTION: string;
  readonly SETUP_VERSION: string;
  readonly INSTALL_COMMAND: string;
  readonly TEST_COMMAND: string;
}

/** How a project has the simulator: by a file of its own, which its CI installs, as the package is on no registry. */
export interface Tarball {
  /** Relative to the project. */
  readonly path: string;
  /** The project depends on it already. */
  readonly isDependency: boolean;
}

export function tarballOf(project: Project): Tarball {
  const [, path = ''] =
    /"svc-simulator"\s*:\s*"file:(?:\.\/)?([^"]+\.tgz)"/.exec(project.text('package.json')) ?? [];
  const isDependency = /^[^./]/.test(path) && project.has(path);
  return { path: isDependency ? path : `svc-simulator-${version}.tgz`, isDependency };
}
