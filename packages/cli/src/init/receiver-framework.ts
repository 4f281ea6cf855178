import { isOneOf, type ReceiverFramework, receiverFrameworks } from '@svc-simulator/contract';
import { detectFramework } from './frameworks.ts';
import { Project } from './project.ts';

/**
 * Returns the framework of the project in a directory; undefined if none is detected. `sim doctor` shows its
 * fixes in the language of the framework.
 */
export function receiverFrameworkIn(directory: string, program: string): ReceiverFramework | undefined {
  const name = detectFramework(new Project(directory, program))?.framework.name;
  return isOneOf(receiverFrameworks, name) ? name : undefined;
}
