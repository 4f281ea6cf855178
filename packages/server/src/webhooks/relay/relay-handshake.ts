import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { badRequest, methodNotAllowed, upgradeRequired } from '../../http/http-refusals.ts';

/** 16 bytes in base64 (RFC 6455, 4.1). */
const WEBSOCKET_KEY = /^[A-Za-z0-9+/]{22}==$/;
const WEBSOCKET_VERSION = /^(13|8)$/;

/** Finds out why ws could not complete a handshake, because ws reports only an English text. */
export function handshakeRefusal({
  method = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): Refusal {
  if (method !== 'GET') return methodNotAllowed(method, 'GET').refusal;
  if (headers.upgrade?.toLowerCase() !== 'websocket') return wrongHeader('Upgrade');
  if (!WEBSOCKET_KEY.test(headers['sec-websocket-key'] ?? '')) return wrongHeader('Sec-WebSocket-Key');
  if (!WEBSOCKET_VERSION.test(headers['sec-websocket-version'] ?? ''))
    return upgradeRequired(message('problem.relay.version')).refusal;
  return wrongHeader('Sec-WebSocket-Protocol');
}

function wrongHeader(header: string): Refusal {
  return badRequest(message('problem.relay.handshake', { header })).refusal;
}
