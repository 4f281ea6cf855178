import type {
  ForcedOutcome,
  ProbeKind,
  WebhookEvent,
  WebhookSignatureVariant,
} from '@svc-simulator/contract';
import { probeTexts } from '@svc-simulator/core';
import type { RawWebhookSender, ReceiverAnswer, Webhook } from '@svc-simulator/outbound';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Attempt, passedVerdict, type ReceiverExperiment, unanswered, type Verdict } from './finding.ts';
import {
  type Emission,
  type ForgerySource,
  ofAnotherSession,
  variantOf,
  WebhookFactory,
} from './webhook-factory.ts';

export interface Sent {
  readonly event: WebhookEvent;
  readonly emission: Emission;
  readonly attempt: Attempt;
}

/** Webhooks that the simulator itself sends: those of real sessions and its probes. */
export interface GenuineWebhooks {
  open(kind?: { readonly request?: boolean }): Promise<Sent>;
  force(sessionId: string, outcome: ForcedOutcome): Promise<Sent>;
  /** Finds out why the receiver refused a webhook; undefined if the simulator can't. */
  experiment(deliveryId: string): Promise<ReceiverExperiment | undefined>;
  probe(
    sessionId: string,
    kind: ProbeKind,
  ): Promise<{
    readonly passed: boolean | null;
    readonly status: number | null;
    readonly error: string | null;
  }>;
}

export interface TestedReceiverParts extends ForgerySource {
  readonly genuine: GenuineWebhooks;
  readonly sender: RawWebhookSender;
  readonly secret: string;
  /** Returns the error to throw if the account signs with another secret. */
  foreignSecret(): Error;
}

export class TestedReceiver {
  readonly #parts: TestedReceiverParts;
  #created: Promise<Sent> | undefined;
  #events: Promise<readonly Sent[]> | undefined;

  constructor(parts: TestedReceiverParts) {
    this.#parts = parts;
  }

  readonly newId = (): string => this.#parts.newId();

  created(): Promise<Sent> {
    this.#created ??= this.#parts.genuine.open();
    return this.#created;
  }

  events(): Promise<readonly Sent[]> {
    this.#events ??= this.furtherEvents();
    return this.#events;
  }

  async event(name: Sent['event']): Promise<Sent> {
    const sent = (await this.events()).find(({ event }) => event === name);
    if (!sent) throw new Error(`no ${name} was made`);
    return sent;
  }

  /**
   * Returns the form that the account signs, based on its first webhook.
   * @throws the error of `foreignSecret` if it is signed with another secret.
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

  async another(): Promise<Webhook> {
    return (await this.factory()).sign({
      body: ofAnotherSession((await this.created()).emission, this.newId()),
    });
  }

  send(webhook: Webhook): Promise<ReceiverAnswer> {
    return this.#parts.sender.send(webhook);
  }

  /** Sends webhooks at once, each in two pieces that the receiver reads separately. */
  async sendInPieces(webhooks: readonly Webhook[], splitAt: number): Promise<readonly ReceiverAnswer[]> {
    return this.#parts.sender.sendInPieces(webhooks, splitAt, await this.another());
  }

  async cutOff(webhook: Webhook): Promise<void> {
    return this.#parts.sender.cutOff(webhook, [await this.another(), await this.another()]);
  }

  async experiment({ emission }: Sent): Promise<ReceiverExperiment | undefined> {
    return emission.deliveryId ? this.#parts.genuine.experiment(emission.deliveryId) : undefined;
  }

  async probe(kind: ProbeKind): Promise<Verdict> {
    const { sessionId } = (await this.created()).emission;
    const { passed: isPassed, status, error } = await this.#parts.genuine.probe(sessionId, kind);
    if (isPassed) return passedVerdict;
    if (status === null) return unanswered({ error: error ?? 'timeout' });
    const texts = (t: Texts) => probeTexts(t, kind, { status, error });
    return { outcome: 'failed', code: kind, why: (t) => texts(t).why, fix: (t) => texts(t).fix ?? '' };
  }

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
