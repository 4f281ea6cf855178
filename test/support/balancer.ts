import { Agent, createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { forwardRequest, listenOnFreePort } from './listening.ts';

/** A load balancer that polls `/ready` of several instances, and sends requests to the ready instances. */
export interface Balancer {
  readonly url: string;
  /** URLs of the instances, to which a test adds or from which it deletes. */
  readonly instances: Set<string>;
  /** Returns the instances that were ready at the last poll. */
  ready(): readonly string[];
}

/**
 * Starts a balancer like the one of a hosted simulator. It reuses connections, forwards the client's address,
 * and never repeats a request.
 */
export async function startBalancer(...urls: readonly string[]): Promise<Balancer> {
  const instances = new Set(urls);
  const agent = new Agent({ keepAlive: true });
  let ready: readonly string[] = [];
  let turn = 0;
  let isOpen = true;
  const poll = async () => {
    while (isOpen) {
      const readyUrls = await Promise.all(
        [...instances].map(async (url) => ((await isReady(url)) ? [url] : [])),
      );
      ready = readyUrls.flat();
    }
  };
  const server = createServer((incoming, outgoing) => {
    const target = ready[turn++ % Math.max(1, ready.length)];
    if (target === undefined) outgoing.writeHead(502).end();
    else {
      const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
      const { hostname, port } = new URL(target);
      const { method, url } = incoming;
      forwardRequest({ agent, hostname, port, method, path: url, headers }, incoming, outgoing);
    }
  });
  const port = await listenOnFreePort(server);
  const polling = poll();
  onTestFinished(async () => {
    isOpen = false;
    await polling;
    agent.destroy();
  });
  return { url: `http://127.0.0.1:${port}`, instances, ready: () => ready };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/ready`);
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
