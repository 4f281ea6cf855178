import type { ProbeKind, WebhookSignatureVariant } from '@svc-simulator/contract';
import { probeTexts, t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import { CommandError } from '../failures.ts';
import { checkTexts } from './check-texts.ts';
import { type Answer, passed, unanswered, type Verdict } from './finding.ts';
import { GenuineWebhooks, type Sent } from './genuine-webhooks.ts';
import { Sender, type Webhook } from './sender.ts';
import type { SimulatorAtHand } from './simulator-at-hand.ts';
import { ofAnotherSession, variantOf, WebhookFactory } from './webhook-factory.ts';

/** The receiver under examination, and what is known of it so far. */
export class ReceiverUnderTest {
  readonly #genuine: GenuineWebhooks;
  readonly #sender: Sender;
  readonly #simulator: SimulatorAtHand;
  readonly #context: CliContext;
  #created: Promise<Sent> | undefined;
  #events: Promise<readonly Sent[]> | undefined;

  constructor(context: CliContext, simulator: SimulatorAtHand, url: string) {
    this.#context = context;
    this.#simulator = simulator;
    this.#genuine = new GenuineWebhooks(context, simulator, url);
    this.#sender = new Sender(context, url);
  }

  /** The genuine `created` that the probes and most forgeries are made from. */
  created(): Promise<Sent> {
    this.#created ??= this.#genuine.open();
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
   * @throws CommandError when that is signed with another secret.
   */
  async variant(): Promise<WebhookSignatureVariant> {
    const { emission } = await this.created();
    const variant = variantOf(emission, this.#simulator.secret);
    if (variant !== undefined) return variant;
    throw new CommandError(
      'usage',
      t`the account at ${this.#simulator.connection.url} signs with another webhook_secret than --secret says; pass the account's`,
    );
  }

  async factory(): Promise<WebhookFactory> {
    return new WebhookFactory(this.#simulator.secret, await this.variant(), this.#context.now);
  }

  /** A new webhook like the first one, of another session. */
  async another(): Promise<Webhook> {
    return (await this.factory()).sign({ body: ofAnotherSession((await this.created()).emission) });
  }

  /** Sends a webhook directly. */
  send(webhook: Webhook): Promise<Answer> {
    return this.#sender.send(webhook);
  }

  /** Sends webhooks at once, each in two pieces that are read as two. */
  async sendInPieces(webhooks: readonly Webhook[], splitAt: number): Promise<readonly Answer[]> {
    return this.#sender.sendInPieces(webhooks, splitAt, await this.another());
  }

  /** Sends half a webhook. */
  async cutOff(webhook: Webhook): Promise<void> {
    return this.#sender.cutOff(webhook, [await this.another(), await this.another()]);
  }

  /** Lets the simulator probe the receiver; what its answer means is the simulator's to say. */
  async probe(kind: ProbeKind): Promise<Verdict> {
    const { sessionId } = (await this.created()).emission;
    const { passed: isPassed, status, error } = await this.#genuine.probe(sessionId, kind);
    if (isPassed) return passed;
    if (status === null) return unanswered({ error: error ?? 'timeout' });
    const { why, mend } = probeTexts(kind, { status, error });
    return { outcome: 'failed', code: kind, why, mend: mend ?? checkTexts[kind].mend };
  }

  /** The events of two more sessions. */
  async furtherEvents(): Promise<readonly Sent[]> {
    const credited = await this.#genuine.open();
    const { sessionId } = credited.emission;
    const sent = [credited, await this.#genuine.force(sessionId, 'paid')];
    sent.push(await this.#genuine.force(sessionId, 'accredited'));
    const uncredited = await this.#genuine.open({ request: true });
    sent.push(uncredited, await this.#genuine.force(uncredited.emission.sessionId, 'paid'));
    sent.push(await this.#genuine.force(uncredited.emission.sessionId, 'accreditation_to_recipient_failed'));
    return sent;
  }
}
