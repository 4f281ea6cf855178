import { accept, type Outcome, type ReceiverName } from '@svc-simulator/contract';
import { notFound } from '../http/refusals.ts';
import type { Runtime } from '../runtime.ts';

/** The default receivers and what each answers (specification, Simulator-only surfaces). */
export const receiverStatus: Readonly<Record<ReceiverName, number>> = {
  paid: 200,
  accredited: 200,
  fail: 500,
  captura: 200,
};

export function isReceiver(name: string): name is ReceiverName {
  return Object.hasOwn(receiverStatus, name);
}

/** The address of an account's receiver. */
export function receiverUrl(publicUrl: string, accountId: string, name: ReceiverName): string {
  return `${publicUrl}/console/hooks/${accountId}/${name}`;
}

export interface Received {
  /** What the receiver answers. */
  readonly status: number;
  /** The trace event `webhook.received`. */
  readonly eventId: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Records a POST to a default receiver as `webhook.received`, with its headers, raw body and parsed body, and says what
 * the receiver answers. Used for requests that come over the network and for deliveries of the route `loopback`.
 */
export async function receive(
  runtime: Runtime,
  accountId: string,
  name: ReceiverName,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<Outcome<Received>> {
  if (!(await runtime.store.get('account', accountId))) return notFound('receiver');
  const rawBody = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const body = parsed(rawBody);
  const sessionId = sessionOf(body);
  return runtime.store.transact({ account: accountId }, (view) => ({
    result: accept({ status: receiverStatus[name], eventId: view.nextEventId }),
    events: [
      {
        type: 'webhook.received',
        at: view.now,
        ...(sessionId ? { sessionId } : {}),
        data: { receiver: name, headers, raw_body: rawBody, body },
      },
    ],
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A webhook names its session; what it is shows the event among the session's own. */
function sessionOf(body: unknown): string | undefined {
  const id = (body as { session_payment?: { id?: unknown } } | null)?.session_payment?.id;
  return typeof id === 'string' && UUID.test(id) ? id : undefined;
}
