import type {
  ForcedOutcome,
  ProbeKind,
  WebhookEvent,
  WebhookSignatureVariant,
} from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { probeTexts } from '../delivery/probes.ts';
import { type Attempt, passed, type ReceiverAnswer, unanswered, type Verdict } from './finding.ts';
import {
  type Emission,
  type ForgerySource,
  ofAnotherSession,
  variantOf,
  type Webhook,
  WebhookFactory,
} from './webhook-factory.ts';

/** A webhook and how its first attempt ended. */
export interface Sent {
  readonly event: WebhookEvent;
  readonly emission: Emission;
  readonly attempt: Attempt;
}

/** What the simulator itself sends: the webhooks of sessions that really happen in it, and its probes. */
export interface GenuineWebhooks {
  /** Opens a session, and answers its `created`. */
  open(kind?: { readonly request?: boolean }): Promise<Sent>;
  /** Brings a session further, and answers the webhook of that. */
  force(sessionId: string, outcome: ForcedOutcome): Promise<Sent>;
  probe(
    sessionId: string,
    kind: ProbeKind,
  ): Promise<{
    readonly passed: boolean | null;
    readonly status: number | null;
    readonly error: string | null;
  }>;
}

/** Sends what the simulator itself never would. */
export interface RawWebhookSender {
  send(webhook: Webhook): Promise<ReceiverAnswer>;
  sendInPieces(
    webhooks: readonly Webhook[],
    splitAt: number,
    between: Webhook,
  ): Promise<readonly ReceiverAnswer[]>;
  cutOff(webhook: Webhook, between: readonly [Webhook, Webhook]): Promise<void>;
}

/** What an examination works with. */
export interface ExaminationParts extends ForgerySource {
  readonly genuine: GenuineWebhooks;
  readonly sender: RawWebhookSender;
  /** The account's `webhook_secret`. */
  readonly secret: string;
  /** What is thrown when the account signs with another one. */
  foreignSecret(): Error;
}

/** The receiver under examination, and what is known of it so far. */
export class ReceiverUnderTest {
  readonly #parts: ExaminationParts;
  #created: Promise<Sent> | undefined;
  #events: Promise<readonly Sent[]> | undefined;

  constructor(parts: ExaminationParts) {
    this.#parts = parts;
  }

  /** A new UUID v4. */
  readonly newId = (): string => this.#parts.newId();

  /** The genuine `created` that the probes and most forgeries are made from. */
  created(): Promise<Sent> {
    this.#created ??= this.#parts.genuine.open();
    return this.#created;
  }

  /** Two sessions from end to end: all four events. */
  events(): Promise<readonly Sent[]> {
    this.#events ??= this.furtherEvents();
    return this.#events;
  }

  /** The first of those events. */
  async event(name: Sent['event']): Promise<Sent> {
    const sent = (await this.events()).find(({ event }) => event === name);
    if (!sent) throw new Error(`no ${name} was made`);
    return sent;
  }

  /**
   * What the account signs, as its first webhook shows.
   * @throws what `foreignSecret` says when that is signed with another secret.
   */
  async variant(): Promise<WebhookSignatureVariant> {
    const { emission } = await this.created();
    const variant = variantOf(emission, this.#parts.secret);
    if (variant !== undefined) return variant;
    throw this.#parts.foreignSecret();
  }

  async factory(): Promise<WebhookFactory> {
    return new WebhookFactory(this.#parts.secret, await this.variant(), this.#parts);
  }

  /** A new webhook like the first one, of another session. */
  async another(): Promise<Webhook> {
    return (await this.factory()).sign({
      body: ofAnotherSession((await this.created()).emission, this.newId()),
    });
  }

  /** Sends a webhook directly. */
  send(webhook: Webhook): Promise<ReceiverAnswer> {
    return this.#parts.sender.send(webhook);
  }

  /** Sends webhooks at once, each in two pieces that are read as two. */
  async sendInPieces(webhooks: readonly Webhook[], splitAt: number): Promise<readonly ReceiverAnswer[]> {
    return this.#parts.sender.sendInPieces(webhooks, splitAt, await this.another());
  }

  /** Sends half a webhook. */
  async cutOff(webhook: Webhook): Promise<void> {
    return this.#parts.sender.cutOff(webhook, [await this.another(), await this.another()]);
  }

  /** Lets the simulator probe the receiver; what its answer means is the simulator's to say. */
  async probe(kind: ProbeKind): Promise<Verdict> {
    const { sessionId } = (await this.created()).emission;
    const { passed: isPassed, status, error } = await this.#parts.genuine.probe(sessionId, kind);
    if (isPassed) return passed;
    if (status === null) return unanswered({ error: error ?? 'timeout' });
    const texts = (t: Texts) => probeTexts(t, kind, { status, error });
    return { outcome: 'failed', code: kind, why: (t) => texts(t).why, mend: (t) => texts(t).mend ?? '' };
  }

  /** The events of two more sessions. */
  async furtherEvents(): Promise<readonly Sent[]> {
    const credited = await this.#parts.genuine.open();
    const { sessionId } = credited.emission;
    const sent = [credited, await this.#parts.genuine.force(sessionId, 'paid')];
    sent.push(await this.#parts.genuine.force(sessionId, 'accredited'));
    const uncredited = await this.#parts.genuine.open({ request: true });
    sent.push(uncredited, await this.#parts.genuine.force(uncredited.emission.sessionId, 'paid'));
    sent.push(
      await this.#parts.genuine.force(uncredited.emission.sessionId, 'accreditation_to_recipient_failed'),
    );
    return sent;
  }
}
