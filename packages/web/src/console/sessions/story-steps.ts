import type { DeliveryModel, EventView, SessionRecord } from '@svc-simulator/core';
import { getOrCreate, isForged } from '@svc-simulator/core';
import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';

export interface StoryStep {
  readonly event: EventView;
  /** Webhooks that report this step, and their resends, oldest first. */
  readonly deliveries: readonly DeliveryModel[];
}

type StoryParts = Pick<SessionPageData, 'session' | 'events' | 'deliveries'>;

/** Returns a session's history: its steps, each with its webhooks. `events` come oldest first. */
export function storySteps({ session, events, deliveries }: StoryParts): readonly StoryStep[] {
  const hasCreation = events.some(({ type }) => type === 'session.created');
  const steps = (hasCreation ? events : [creationOf(session), ...events]).map((event) => ({
    event,
    deliveries: [] as DeliveryModel[],
  }));
  const realDeliveries = deliveries.filter(({ probe }) => !probe);
  for (const delivery of realDeliveries.toSorted((a, b) => a.emittedEventId - b.emittedEventId)) {
    const step =
      steps.findLast(({ event }) => event.type === stepTypeOf(delivery.event)) ??
      steps.findLast(({ event }) => event.id < delivery.emittedEventId);
    step?.deliveries.push(delivery);
  }
  return steps;
}

/** Trace types of the steps whose webhook has another name than the step. */
const stepTypesByEvent: Readonly<Record<string, string>> = {
  'payment_session.accreditation_to_recipient_failed': 'session.accreditation_failed',
  'payment_session.partially_accredited': 'session.accredited',
  'payment_session.failed_credit': 'session.accreditation_failed',
};

function stepTypeOf(event: string): string {
  return stepTypesByEvent[event] ?? event.replace('payment_session.', 'session.');
}

/** Builds the creation event from the session, for a session whose real event was deleted by retention. */
function creationOf({ id, createdAt, origin, fields }: SessionRecord): EventView {
  const { amount_reference, currency_reference, identifier } = fields;
  const data = { origin, amount_reference, currency_reference, identifier };
  return { id: 0, at: createdAt, type: 'session.created', sessionId: id, data, json: '{}' };
}

/** Groups failed deliveries by their likeliest cause, without those whose event was delivered later. */
export function causeGroups(deliveries: readonly DeliveryModel[]): readonly (readonly DeliveryModel[])[] {
  const groups = new Map<string, DeliveryModel[]>();
  for (const delivery of deliveries) {
    const [first] = delivery.diagnosis;
    if (!first || delivery.probe || !hasFailed(delivery) || hasLaterSuccess(delivery, deliveries)) continue;
    getOrCreate(groups, `${first.code} ${first.detail}`, () => []).push(delivery);
  }
  return [...groups.values()];
}

function hasFailed({ state, attempts }: DeliveryModel): boolean {
  return state !== 'delivered' || isForged(attempts.at(-1)?.chaos ?? []);
}

export function hasLaterSuccess(
  { state, event, emittedEventId }: DeliveryModel,
  all: readonly DeliveryModel[],
): boolean {
  const successes = all.filter((later) => later.state === 'delivered' && !later.probe);
  return (
    state !== 'delivered' &&
    successes.some((later) => later.event === event && later.emittedEventId > emittedEventId)
  );
}
