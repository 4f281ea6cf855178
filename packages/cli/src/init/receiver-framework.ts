import { isOneOf, type ReceiverFramework, receiverFrameworks } from '@svc-simulator/contract';
import { detectFramework } from './frameworks.ts';
import { Project } from './project.ts';

/**
 * Returns the framework of the project in a directory, so that fixes are shown in its language; undefined if
 * none is detected.
 */
export function receiverFrameworkIn(directory: string, program: string): ReceiverFramework | undefined {
  const name = detectFramework(new Project(directory, program))?.framework.name;
  return isOneOf(receiverFrameworks, name) ? name : undefined;
}
