import type { Execute } from '../execute.ts';
import type { OperatorCredential } from '../operator/operator-credential.ts';
import type { Runtime } from '../runtime.ts';
import { formReader } from './form-reader.ts';

export type OperatorServices = ReturnType<typeof operatorServices>;

/** Returns what the operator's pages need besides the operations. */
export function operatorServices(runtime: Runtime, execute: Execute, credential: OperatorCredential) {
  const { clock, log, random, settings } = runtime;
  return { clock, log, random, settings, execute, credential, readForm: formReader };
}
