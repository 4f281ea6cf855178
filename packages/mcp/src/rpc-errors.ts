import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';

/** The response to a message that isn't JSON (JSON-RPC 2.0, 5.1). */
export const parseError = rpcError(null, ErrorCode.ParseError, 'Parse error: the message is not JSON');

/** Returns the response to JSON that isn't a valid message; undefined for valid ones. */
export function invalidRequest(value: unknown) {
  if (JSONRPCMessageSchema.safeParse(value).success) return undefined;
  const { id } = membersOf(value);
  const messageId = typeof id === 'string' || typeof id === 'number' ? id : null;
  return rpcError(messageId, ErrorCode.InvalidRequest, 'Invalid request: the message is not JSON-RPC 2.0');
}

function rpcError(id: string | number | null, code: ErrorCode, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } } as const;
}
