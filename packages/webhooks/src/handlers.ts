import { verifyWebhook } from './verify-webhook.ts';
import { WebhookError } from './webhook-error.ts';
import type {
  FastifyLike,
  NodeRequest,
  NodeResponse,
  ReceivedWebhook,
  ReceiverOptions,
} from './webhooks-api.ts';

/** Far more than a webhook has, so a stranger can't fill the memory. */
const MOST_BYTES = 1024 * 1024;

type Body = ReceivedWebhook['body'];
type Answer = readonly [status: number, text: string];

/** Result for a body that was already read. */
const nothing = '';

export function requestHandler(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const bodyOf = () => (request.bodyUsed ? nothing : collected(request.body ?? []));
    const [status, text] = await answerTo(options, request, bodyOf);
    return new Response(text, { status });
  };
}

export function nodeHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const [status, text] = await answerTo(options, request, () => {
      const kept = [request.rawBody, request.body].find(isText);
      return kept ?? (request.readableEnded ? nothing : collected(request));
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
      const [status, text] = await answerTo(options, request, () =>
        isText(request.body) ? request.body : nothing,
      );
      return reply.code(status).send(text);
    });
  };
}

function isText(body: unknown): body is Body {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** Never rejects, because a framework would send no response or end the process. */
async function answerTo(
  options: ReceiverOptions,
  request: Pick<NodeRequest, 'method' | 'headers'>,
  bodyOf: () => Body | Promise<Body | undefined>,
): Promise<Answer> {
  let failure: Answer = notHandled;
  try {
    const { method = 'POST', headers } = request;
    if (method !== 'POST') return [405, 'webhooks come by POST'];
    failure = [400, 'the body cannot be read'];
    const body = await bodyOf();
    failure = notHandled;
    if (body === undefined) return [413, 'too large for a webhook'];
    await options.onEvent(await verifyWebhook({ ...options, headers, body }));
    return [200, 'ok'];
  } catch (error) {
    const answer = error instanceof WebhookError ? ([error.status, error.code] as const) : failure;
    return (await isTold(options, error)) ? answer : notHandled;
  }
}

const notHandled: Answer = [500, 'not handled'];

async function isTold({ onError = report }: ReceiverOptions, error: unknown): Promise<boolean> {
  try {
    await onError(error);
    return true;
  } catch (thrown) {
    report(thrown);
    return false;
  }
}

function report(error: unknown): void {
  console.error(error instanceof WebhookError ? error.message : error);
}

/**
 * Returns the whole body; undefined if it is too large. A large body is still read to its end, because a
 * client that is sending can't receive a response.
 */
async function collected(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ArrayBuffer | undefined> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size <= MOST_BYTES) kept.push(part);
  }
  return size <= MOST_BYTES ? new Blob(kept).arrayBuffer() : undefined;
}
