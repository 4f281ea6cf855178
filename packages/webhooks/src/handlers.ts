import { verifyWebhook } from './verify-webhook.ts';
import { WebhookError } from './webhook-error.ts';
import type {
  FastifyLike,
  NodeRequest,
  NodeResponse,
  ReceivedWebhook,
  ReceiverOptions,
} from './webhooks-api.ts';

/** Maximum size of a body, far larger than any webhook. Without a limit, a stranger could fill the memory. */
const MAX_BODY_BYTES = 1024 * 1024;

type BodyInput = ReceivedWebhook['body'];
type ReceiverResponse = readonly [status: number, text: string];

/**
 * Used if the framework has already read the body; `verifyWebhook` refuses an empty body with `body_parsed`.
 */
const CONSUMED_BODY = '';

export function requestHandler(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const readBody = () => (request.bodyUsed ? CONSUMED_BODY : readWholeBody(request.body ?? []));
    const [status, text] = await respond(options, request, readBody);
    return new Response(text, { status });
  };
}

export function nodeHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const [status, text] = await respond(options, request, () => {
      const availableBody = [request.rawBody, request.body].find(isRawBody);
      return availableBody ?? (request.readableEnded ? CONSUMED_BODY : readWholeBody(request));
    });
    response.statusCode = status;
    response.end(text);
  };
}

export function fastifyPlugin({
  path,
  ...options
}: ReceiverOptions & { readonly path: string }): (fastify: FastifyLike) => Promise<void> {
  return async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    fastify.post(path, async (request, reply) => {
      const [status, text] = await respond(options, request, () =>
        isRawBody(request.body) ? request.body : CONSUMED_BODY,
      );
      return reply.code(status).send(text);
    });
  };
}

function isRawBody(body: unknown): body is BodyInput {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/**
 * Returns the response to a webhook. Never rejects, because a framework would then send no response or end
 * the process.
 */
async function respond(
  options: ReceiverOptions,
  request: Pick<NodeRequest, 'method' | 'headers'>,
  readBody: () => BodyInput | Promise<BodyInput | undefined>,
): Promise<ReceiverResponse> {
  let failureResponse: ReceiverResponse = notHandledResponse;
  try {
    const { method = 'POST', headers } = request;
    if (method !== 'POST') return [405, 'webhooks come by POST'];
    failureResponse = [400, 'the body cannot be read'];
    const body = await readBody();
    failureResponse = notHandledResponse;
    if (body === undefined) return [413, 'too large for a webhook'];
    await options.onEvent(await verifyWebhook({ ...options, headers, body }));
    return [200, 'ok'];
  } catch (error) {
    const response = error instanceof WebhookError ? ([error.status, error.code] as const) : failureResponse;
    return (await reportError(options, error)) ? response : notHandledResponse;
  }
}

const notHandledResponse: ReceiverResponse = [500, 'not handled'];

/** Returns false if `onError` failed; the receiver then responds with 500, and the webhook is sent again. */
async function reportError({ onError = logError }: ReceiverOptions, error: unknown): Promise<boolean> {
  try {
    await onError(error);
    return true;
  } catch (reportingError) {
    logError(reportingError);
    return false;
  }
}

function logError(error: unknown): void {
  console.error(error instanceof WebhookError ? error.message : error);
}

/**
 * Returns the body; undefined if it is too large. Reads even a large body to its end, because most clients
 * read the response only after they have sent the body.
 */
async function readWholeBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ArrayBuffer | undefined> {
  const chunksWithinLimit: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunksWithinLimit.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? new Blob(chunksWithinLimit).arrayBuffer() : undefined;
}
