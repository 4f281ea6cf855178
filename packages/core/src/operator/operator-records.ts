import type { OperatorAct } from '@svc-simulator/contract/operator/operator-acts.ts';

/** The `accountId` of all `OperatorActRecord`s, so that they form one list. No account has this id. */
export const OPERATOR = 'operator';
/** The only id of a `ServiceRecord`. */
export const SERVICE = 'service';

export interface ServiceRecord {
  readonly isRegistrationClosed?: true;
  readonly notice?: {
    readonly en: string;
    readonly es: string;
    readonly from: number | null;
    readonly until: number | null;
  };
}

export interface OperatorActRecord {
  readonly accountId: typeof OPERATOR;
  readonly id: string;
  readonly act: OperatorAct;
  readonly at: number;
  readonly target?: { readonly id: string; readonly shortName: string };
  readonly reason?: string;
}
