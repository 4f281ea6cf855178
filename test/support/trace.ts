import type { TraceEvent } from '@svc-simulator/contract';
import { onTestFinished } from 'vitest';
import { call, type Place } from './api.ts';
import { Sightings } from './sightings.ts';

/** Follows an account's live trace (`text/event-stream`) from its first event until the test ends. */
export async function followTrace({ url, account }: Place<'console_token'>): Promise<Sightings<TraceEvent>> {
  const events = new Sightings<TraceEvent>('trace event');
  const closing = new AbortController();
  const response = await fetch(`${url}/console/trace?after=0`, {
    headers: { authorization: `Bearer ${account.console_token}`, accept: 'text/event-stream' },
    signal: closing.signal,
  });
  if (!response.ok || !response.body) throw new Error(`no live trace: ${response.status}`);
  const reading = read(response.body, events);
  onTestFinished(async () => {
    closing.abort();
    await reading;
  });
  return events;
}

async function read(body: ReadableStream<Uint8Array>, events: Sightings<TraceEvent>): Promise<void> {
  let rest = '';
  try {
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const messages = (rest + part).split('\n\n');
      rest = messages.pop() as string;
      for (const message of messages) {
        const data = message.split('\n').filter((line) => line.startsWith('data:'));
        if (data.length > 0) events.add(JSON.parse(data.map((line) => line.slice(5)).join('\n')));
      }
    }
  } catch {
    // The test has closed the stream, or the simulator has stopped. Later waits time out.
  }
}

/** Reads the whole trace of an account, oldest first, page by page. */
export async function readTrace({ url, account }: Place<'console_token'>, query = ''): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.id ?? 0;
    const answer = await call(url, 'GET', `/console/trace?limit=1000&after=${after}${query}`, {
      token: account.console_token,
    });
    if (answer.status !== 200) throw new Error(`no trace: ${answer.status} ${JSON.stringify(answer.body)}`);
    events.push(...answer.body.data);
    if (answer.body.next_cursor === null) return events;
  }
}
