import type { Route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { OperatorCredential } from './operator-credential.ts';
import { type OperatorParts, operatorRoutes } from './operator-routes.ts';

/** The parts that only a simulator with an operator's token has. */
export interface OperatorSurface {
  readonly credential: OperatorCredential;
  readonly routes: readonly Route[];
  busiestAccounts(
    attempts: ReadonlyMap<string, number>,
  ): Promise<readonly (readonly [name: string, attempts: number])[]>;
}

export function createOperatorSurface(
  token: string,
  runtime: Runtime,
  parts: OperatorParts,
  openApiRoute: Route,
): OperatorSurface {
  return {
    credential: new OperatorCredential(token, runtime, parts.admission),
    routes: [...operatorRoutes(runtime, parts), openApiRoute],
    busiestAccounts: (attempts) => readBusiestAccounts(runtime, attempts),
  };
}

const MAX_BUSIEST_ACCOUNTS = 5;

async function readBusiestAccounts(
  { store }: Pick<Runtime, 'store'>,
  attempts: ReadonlyMap<string, number>,
): Promise<readonly (readonly [name: string, attempts: number])[]> {
  const busiest = [...attempts].sort(([, one], [, other]) => other - one).slice(0, MAX_BUSIEST_ACCOUNTS);
  return Promise.all(
    busiest.map(async ([id, count]) => [(await store.get('account', id))?.shortName ?? id, count] as const),
  );
}
