import * as api from '@svc-simulator/contract';
import { faultAt } from '@svc-simulator/contract';
import { terminalData } from '@svc-simulator/core';
import { listReply } from '../lists/list-reply.ts';
import { invalid } from '../refusals.ts';
import { presentOutcome, type Route, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { activatePairing, requestCode, unpairTerminal } from './terminal-service.ts';

export function terminalRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(api.listTerminals, ({ account, query, now }) =>
      listReply(runtime.store, 'terminal', {
        ...query,
        accountId: account.id,
        present: (terminal) => terminalData(terminal, now),
      }),
    ),
    route(api.pairTerminal, ({ account, body, params, creatorTokenId }) =>
      body.serial === params.serialNumber
        ? requestCode(runtime, account, body.serial, creatorTokenId)
        : serialMismatch,
    ),
    route(api.activateTerminal, async ({ body, params }) => {
      if (body.serial !== params.serialNumber) return serialMismatch;
      const activation = await activatePairing(runtime, body.serial, body.code);
      return presentOutcome(activation, (secretKey) => ({ secret_key: secretKey }));
    }),
    route(api.unpairTerminal, ({ account, params }) => unpairTerminal(account.id, params.serialNumber ?? '')),
  ];
}

const serialMismatch = invalid([faultAt('/serial', 'fault.terminal.serial')]);
