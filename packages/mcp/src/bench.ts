import { type Client, problemOf } from '@svc-simulator/client';
import { issueMerchantToken, type Operation } from '@svc-simulator/contract';
import type { Bench } from './tool.ts';

/** The calls of a bench over HTTP: each with the client that has the operation's credential; a merchant's is made of the console's. */
export function callsOf(clientFor: (operation: Operation) => Client): Pick<Bench, 'call'> {
  return {
    call: async (operation, request = {}) => {
      if (operation.media?.[0] === 'text/html') {
        const headers = { accept: 'application/problem+json' };
        const response = await clientFor(operation).send(operation, { ...request, headers } as never);
        if (response.status >= 400) throw await problemOf(response);
        await response.body?.cancel();
        return { data: {}, nextCursor: null };
      }
      if (operation.auth !== 'merchant') return clientFor(operation).callUnchecked(operation, request);
      const { data } = await clientFor(issueMerchantToken).call(issueMerchantToken);
      return clientFor(operation).callUnchecked(operation, {
        ...request,
        params: { ...request.params, merchantId: data.merchantId },
        headers: { authorization: `Bearer ${data.accessToken}` },
      });
    },
  };
}
