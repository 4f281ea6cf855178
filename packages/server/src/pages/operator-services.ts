import type { Execute } from '../execute.ts';
import type { Admission } from '../http/limits/admission.ts';
import type { OperatorCredential } from '../operator/operator-credential.ts';
import type { Runtime } from '../runtime.ts';
import { formReader } from './form-reader.ts';

export type OperatorServices = ReturnType<typeof operatorServices>;

export function operatorServices(
  { clock, log, random, settings }: Runtime,
  execute: Execute,
  { admission, credential }: { readonly admission: Admission; readonly credential: OperatorCredential },
) {
  return { clock, log, random, settings, execute, admission, credential, readForm: formReader };
}
