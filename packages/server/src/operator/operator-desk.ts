import type { Route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { OperatorCredential } from './operator-credential.ts';
import { type OperatorParts, operatorRoutes } from './operator-routes.ts';

/** Everything that only a simulator with an operator's token has. */
export interface OperatorDesk {
  readonly credential: OperatorCredential;
  readonly routes: readonly Route[];
  /** Returns the accounts with the most running webhook attempts, with their names. */
  heaviest(
    attempts: ReadonlyMap<string, number>,
  ): Promise<readonly (readonly [name: string, attempts: number])[]>;
}

export function openOperatorDesk(token: string, runtime: Runtime, parts: OperatorParts): OperatorDesk {
  return {
    credential: new OperatorCredential(token, runtime, parts.admission),
    routes: operatorRoutes(runtime, parts),
    heaviest: (attempts) => heaviestAccounts(runtime, attempts),
  };
}

const ACCOUNTS_NAMED = 5;

async function heaviestAccounts(
  { store }: Pick<Runtime, 'store'>,
  attempts: ReadonlyMap<string, number>,
): Promise<readonly (readonly [name: string, attempts: number])[]> {
  const heaviest = [...attempts].sort(([, one], [, other]) => other - one).slice(0, ACCOUNTS_NAMED);
  return Promise.all(
    heaviest.map(async ([id, count]) => [(await store.get('account', id))?.shortName ?? id, count] as const),
  );
}
