import { expect } from 'vitest';
import type { ModelSettings } from './model-owner.ts';
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

  /** Has the model know what a new account was given. */
  async begin({ owner }: AccountModel): Promise<void> {
    const { text } = await this.ask((subject) => subject.console('GET', '/console/keys/webhook-secret'));
    owner.secret = JSON.parse(text).data.webhook_secret;
    owner.tokens = await this.tokenNames();
    owner.key = owner.tokens[0] as string;
  }

  /** The last used first, as the first one has it: nobody waits for that a use is noted, so a death may take it along. */
  async tokenNames(): Promise<readonly string[]> {
    let firsts: readonly string[] = [];
    await this.ask(async (subject) => {
      const { status, text } = await subject.console('GET', '/console/tokens');
      const names = JSON.parse(text).data.map(({ token_id }: { token_id: string }) => token_id);
      if (subject === this.subjects[0]) firsts = names;
      return { status, text: [...names].sort().join() };
    });
    return firsts;
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
  const form = credits && (Array.isArray(credits) ? 'list' : 'by_receiver');
  return [data.id, data.status, form];
}

export function heldOf({ id, status, accreditation }: ModelSession, settings: ModelSettings): unknown[] {
  const isOver = accreditation === 'accredited' || accreditation === 'failed';
  return [id, status, isOver ? settings.receiver_credits : null];
}

/** What the account has beside its payments. */
async function expectOwned({ owner, now }: AccountModel, world: ModelWorld): Promise<void> {
  const data = async (path: string, surface: 'api' | 'console' = 'console') =>
    JSON.parse((await world.ask((subject) => subject[surface]('GET', path))).text).data;
  expect(await data('/console/settings')).toMatchObject(owner.settings);
  expect(await data('/console/keys/webhook-secret')).toEqual(owner.secretsAt(now));
  expect([...(await world.tokenNames())].sort()).toEqual([...owner.tokens].sort());
  expect(
    (await data('/console/classes')).map((one: Record<string, unknown>) => ({
      id: one.class_id,
      title: one.title,
      code: one.join_code,
      closed: one.closed_at !== null,
    })),
  ).toEqual(owner.classes);
  expect(await data('/api/v1/ext/agreements', 'api')).toHaveLength(1);
  const partners = await data('/api/v1/ext/partners', 'api');
  expect(partners.map(({ partner_id }: { partner_id: string }) => partner_id)).toEqual(owner.partners);
  if (!owner.paired) return;
  const { text } = await world.ask((subject) => subject.merchant('GET', '/pos-terminals'));
  expect(JSON.parse(text).data).toMatchObject([{ status: 'LINKED' }]);
}

/** Everything that the model knows, asked of all. */
export async function expectHeld(model: AccountModel, world: ModelWorld): Promise<void> {
  const { text } = await world.ask((subject) => subject.console('GET', '/console/sessions?limit=1000'));
  expect(JSON.parse(text).data.map(shown)).toEqual(
    model.sessions.map((session) => heldOf(session, model.owner.settings)).reverse(),
  );
  await expectOwned(model, world);
  for (const { orderId, status } of model.transactions) {
    const told = await world.ask((subject) => subject.merchant('GET', `/transactions/${orderId}`));
    expect(JSON.parse(told.text).data?.status, told.text).toBe(status);
  }
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
