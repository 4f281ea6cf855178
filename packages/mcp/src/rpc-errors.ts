import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';

/** Returns the response to a message that isn't JSON (JSON-RPC 2.0, 5.1). */
export function parseError(detail = 'the message is not JSON') {
  return rpcError(null, ErrorCode.ParseError, `Parse error: ${detail}`);
}

/** Returns the response to a list of messages, for endpoints that accept one message per request. */
export function batchRefusal(detail: string) {
  return rpcError(null, ErrorCode.InvalidRequest, `Invalid request: ${detail}`);
}

/** Returns the response to JSON that isn't a valid message; undefined for a valid message. */
export function invalidRequest(value: unknown) {
  if (JSONRPCMessageSchema.safeParse(value).success) return undefined;
  const { id } = membersOf(value);
  const messageId = typeof id === 'string' || typeof id === 'number' ? id : null;
  return rpcError(messageId, ErrorCode.InvalidRequest, 'Invalid request: the message is not JSON-RPC 2.0');
}

function rpcError(id: string | number | null, code: ErrorCode, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } } as const;
}
