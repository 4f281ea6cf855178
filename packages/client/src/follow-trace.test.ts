import type { ServerResponse } from 'node:http';
import type { TraceEvent } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { answerJson, deadUrl, localServer } from '../test/local-server.ts';
import {
  type FollowOptions,
  followTrace,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from './index.ts';

const event = (id: number): TraceEvent => ({
  id,
  at: '2026-01-01T00:00:00.000Z',
  type: 'session.paid',
  data: {},
});
const message = (id: number) => `id: ${id}\ndata: ${JSON.stringify(event(id))}\n\n`;

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(': connected\n\n');
}

/** Opens the stream, and breaks the connection after sending. */
function openAndBreak(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(': connected\n\n', () => response.destroy());
}

async function takeIds(count: number, options: FollowOptions): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of followTrace({ pause: async () => {}, ...options })) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

describe('followTrace', () => {
  it('resumes a lost stream after its last event, and yields no event twice', async () => {
    let openCount = 0;
    const { url, requests } = await localServer((_request, response) => {
      openCount++;
      openStream(response);
      if (openCount === 1) response.write(message(1) + message(2), () => response.destroy());
      else if (openCount === 2) response.end(message(2) + message(3));
      else response.write(message(4));
    });
    const losses: number[] = [];
    const ids = await takeIds(4, {
      baseUrl: url,
      token: 'sim_con_x',
      after: 0,
      type: 'session.paid',
      sessionId: 's-1',
      onLoss: ({ waitMs }) => losses.push(waitMs),
    });
    expect(ids).toEqual([1, 2, 3, 4]);
    expect(
      requests.map(({ url: path, headers }) => [path, headers['last-event-id'], headers.accept]),
    ).toEqual([
      ['/console/trace?type=session.paid&session_id=s-1&after=0', undefined, 'text/event-stream'],
      ['/console/trace?type=session.paid&session_id=s-1&after=2', '2', 'text/event-stream'],
      ['/console/trace?type=session.paid&session_id=s-1&after=3', '3', 'text/event-stream'],
    ]);
    expect(requests[0]?.headers.authorization).toBe('Bearer sim_con_x');
    expect(losses).toEqual([250, 250]);
  });

  it('starts with new events by default, and loses none if the stream breaks before the first one', async () => {
    let streamCount = 0;
    const { url, requests } = await localServer((request, response) => {
      if (request.url.includes('order=desc'))
        return answerJson(200, { data: [event(41)] })(request, response);
      if (streamCount++ === 0) return openAndBreak(response);
      openStream(response);
      response.write(message(42));
    });
    expect(await takeIds(1, { baseUrl: url })).toEqual([42]);
    expect(requests.map((request) => request.url)).toEqual([
      '/console/trace?order=desc&limit=1',
      '/console/trace?after=41',
      '/console/trace?after=41',
    ]);
  });

  it('waits twice as long after each loss, up to five seconds', async () => {
    let streamCount = 0;
    const { url } = await localServer((_request, response) => {
      if (streamCount++ === 0) openAndBreak(response);
      else if (streamCount < 9) response.destroy();
      else {
        openStream(response);
        response.write(message(1));
      }
    });
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    expect(await takeIds(1, { baseUrl: url, after: 0, pause })).toEqual([1]);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
  });

  it('throws if the first request gets no response', async () => {
    const baseUrl = await deadUrl();
    await expect(takeIds(1, { baseUrl, after: 0 })).rejects.toBeInstanceOf(UnreachableError);
  });

  it('throws a refusal, even after a lost stream', async () => {
    let streamCount = 0;
    const { url } = await localServer((request, response) => {
      if (streamCount++ > 0)
        return answerJson(401, { title: 'Unauthorized', status: 401 })(request, response);
      openStream(response);
      response.end(message(1));
    });
    const events = followTrace({ baseUrl: url, after: 0, pause: async () => {} });
    expect(await events.next()).toMatchObject({ value: { id: 1 } });
    await expect(events.next()).rejects.toBeInstanceOf(ProblemError);
  });

  it("throws for a response that isn't a stream", async () => {
    const { url } = await localServer(answerJson(200, { data: [] }));
    await expect(takeIds(1, { baseUrl: url, after: 0 })).rejects.toBeInstanceOf(UnexpectedAnswerError);
  });

  it('ends without an error if its signal is aborted while it reads or waits', async () => {
    const { url } = await localServer((_request, response) => {
      openStream(response);
      response.write(message(1));
    });
    const controller = new AbortController();
    const eventIds: number[] = [];
    for await (const { id } of followTrace({ baseUrl: url, after: 0, signal: controller.signal })) {
      eventIds.push(id);
      setImmediate(() => controller.abort());
    }
    expect(eventIds).toEqual([1]);

    const abortedByLoss = new AbortController();
    const brokenServer = await localServer((_request, response) => {
      openStream(response);
      response.end();
    });
    const options = {
      baseUrl: brokenServer.url,
      after: 0,
      signal: abortedByLoss.signal,
      onLoss: () => abortedByLoss.abort(),
    };
    for await (const { id } of followTrace(options)) eventIds.push(id);
    expect(eventIds).toEqual([1]);
  });
});
