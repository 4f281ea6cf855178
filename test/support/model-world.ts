import { expect } from 'vitest';
import type { AccountModel, ModelSession } from './model-state.ts';
import type { ModelSubject, Told } from './model-subject.ts';

/** The simulators that are asked the same; the first one's answers are what the others' have to be. */
export class ModelWorld {
  readonly subjects: readonly ModelSubject[];

  constructor(subjects: readonly ModelSubject[]) {
    this.subjects = subjects;
  }

  /** Asks all, and answers what all answered. */
  async ask(question: (subject: ModelSubject) => Promise<Told>): Promise<Told> {
    const [first, ...others] = await Promise.all(this.subjects.map(question));
    for (const other of others) expect(other, 'the answer over another store').toEqual(first);
    return first as Told;
  }

  async all(work: (subject: ModelSubject) => Promise<unknown>): Promise<void> {
    await Promise.all(this.subjects.map(work));
  }

  /** Lets happen what is due by now, in the model and in all. */
  async settle(model: AccountModel): Promise<void> {
    for (let due = model.nextDue(); due !== undefined && due <= model.now; due = model.nextDue())
      model.tick();
    await this.all((subject) => subject.settle(model));
  }

  /** Moves all clocks, stopping wherever something is due. */
  async advance(model: AccountModel, ms: number): Promise<void> {
    const end = model.now + ms;
    while (model.now < end) {
      model.now = Math.min(end, model.nextDue() ?? end);
      await this.all((subject) => subject.clock.advanceTo(model.now));
      await this.settle(model);
    }
  }
}

/** What a session's data says of its state. */
export function shown(data: {
  readonly id: string;
  readonly status: string;
  readonly session_payment: { readonly receiver_credits?: unknown };
}): unknown[] {
  const credits = data.session_payment.receiver_credits ?? null;
  return [data.id, data.status, credits !== null];
}

export function heldOf({ id, status, accreditation }: ModelSession): unknown[] {
  return [id, status, accreditation === 'accredited' || accreditation === 'failed'];
}

/** Everything that the model knows, asked of all. */
export async function expectHeld(model: AccountModel, world: ModelWorld): Promise<void> {
  const { text } = await world.ask((subject) => subject.console('GET', '/console/sessions?limit=1000'));
  expect(JSON.parse(text).data.map(shown)).toEqual(model.sessions.map(heldOf).reverse());
  for (const subject of world.subjects) {
    expect(await subject.counted(model.counts.keys())).toEqual(model.counts);
    const trace = await subject.trace();
    const first = trace[0]?.id ?? 1;
    expect(trace.map(({ id }) => id)).toEqual(trace.map((_, at) => first + at));
    for (const { id, events } of model.sessions) {
      const told = trace.filter(({ type, session_id }) => session_id === id && model.counts.has(type));
      const own = told
        .map(({ type }) => type)
        .filter((type) => !/^webhook\.(attempted|delivered|gave_up)/.test(type));
      expect(own).toEqual(events);
    }
  }
}
