import { isOneOf, type ReceiverFramework, receiverFrameworks } from '@svc-simulator/contract';
import { detectFramework } from './frameworks.ts';
import { Project } from './project.ts';

/** Files that show the language of a project whose framework is unknown. */
const languageFiles = {
  php: ['composer.json', '.php'],
  java: ['pom.xml', 'build.gradle', 'build.gradle.kts', '.java'],
  python: ['requirements.txt', 'pyproject.toml', 'Pipfile', '.py'],
} as const satisfies Partial<Record<ReceiverFramework, readonly string[]>>;

/**
 * Returns the framework of the project in a directory, or its language; undefined if none is detected.
 * `sim doctor` shows its fixes in that language. Many projects in other languages have a package.json only for
 * their pages.
 */
export function receiverFrameworkIn(directory: string, program: string): ReceiverFramework | undefined {
  const project = new Project(directory, program);
  const name = detectFramework(project)?.framework.name;
  const framework = isOneOf(receiverFrameworks, name) ? name : undefined;
  if (framework !== undefined && framework !== 'node') return framework;
  const hasFile = (file: string) => {
    const path = project.findFile(file);
    return path !== undefined && project.has(path) && !(framework && file.startsWith('.'));
  };
  const language = Object.entries(languageFiles).find(([, files]) => files.some(hasFile))?.[0];
  return isOneOf(receiverFrameworks, language) ? language : framework;
}
