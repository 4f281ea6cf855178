import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { onTestFinished } from 'vitest';
import { Sightings } from '../../../test/support/sightings.ts';
import { connectRelay, type RelayOptions } from '../src/relay.ts';
import type { RelayEvent } from '../src/relay-lines.ts';
import { API_KEY, FakeSimulator } from './simulator.ts';

export async function startRelay(options: Partial<RelayOptions> = {}) {
  const simulator = await FakeSimulator.start();
  const clock = new ManualClock();
  const events = new Sightings<RelayEvent>('event of the relay');
  const relay = connectRelay({
    t: inEnglish,
    key: API_KEY,
    mock: simulator.url,
    onEvent: (event) => events.add(event),
    clock,
    chance: () => 0.5,
    ...options,
  });
  onTestFinished(async () => {
    await Promise.all([relay.close(), clock.advance(1000)]);
  });
  await events.first(({ type }) => type === 'connected', 'connected');
  return { simulator, clock, events, relay };
}
