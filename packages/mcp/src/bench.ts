import type { Answer, Client, LooseRequest } from '@svc-simulator/client';
import { issueMerchantToken, type Operation } from '@svc-simulator/contract';
import type { Bench } from './tool.ts';

/** The calls of a bench: each with the client that has the operation's credential; a merchant's is made of the console's. */
export function callsOf(clientFor: (operation: Operation) => Client): Pick<Bench, 'call' | 'send'> {
  const ready = async (operation: Operation, request: LooseRequest): Promise<LooseRequest> => {
    if (operation.auth !== 'merchant') return request;
    const { data } = await clientFor(issueMerchantToken).call(issueMerchantToken);
    return {
      ...request,
      params: { ...request.params, merchantId: data.merchantId },
      headers: { ...request.headers, authorization: `Bearer ${data.accessToken}` },
    };
  };
  return {
    call: async (operation, request): Promise<Answer<unknown>> =>
      clientFor(operation).callUnchecked(operation, await ready(operation, request)),
    send: (operation, request) => clientFor(operation).send(operation, request as never),
  };
}
