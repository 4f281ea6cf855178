import { version } from '../../../../package.json';
import type { Project } from './project.ts';

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
