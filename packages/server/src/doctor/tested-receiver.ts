import type { ProbeKind, WebhookSignatureVariant } from '@svc-simulator/contract';
import { isAccepted, probeTexts } from '@svc-simulator/core';
import { type RawWebhookSender, type ReceiverAnswer, TIMED_OUT, type Webhook } from '@svc-simulator/outbound';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { passedVerdict, type ReceiverExperiment, unansweredVerdict, type Verdict } from './finding.ts';
import type { AttemptedWebhook, SimulatedWebhooks } from './simulated-webhooks.ts';
import {
  bodySigner,
  type Emission,
  replaceSessionId,
  type SignBody,
  type TimeAndIds,
  variantOf,
} from './webhook-factory.ts';

export interface TestedReceiverParts extends TimeAndIds {
  readonly genuine: Pick<SimulatedWebhooks, 'openSession' | 'force' | 'experiment' | 'probe'>;
  readonly sender: RawWebhookSender;
  readonly secret: string;
  /** Returns the error to throw if the webhooks are signed with another secret. */
  createSecretError(): Error;
}

export class TestedReceiver {
  readonly #parts: TestedReceiverParts;
  #firstWebhook: Promise<AttemptedWebhook> | undefined;
  #sentEvents: Promise<readonly AttemptedWebhook[]> | undefined;

  constructor(parts: TestedReceiverParts) {
    this.#parts = parts;
  }

  readonly newId = (): string => this.#parts.newId();

  firstWebhook(): Promise<AttemptedWebhook> {
    this.#firstWebhook ??= this.#parts.genuine.openSession();
    return this.#firstWebhook;
  }

  sentEvents(): Promise<readonly AttemptedWebhook[]> {
    this.#sentEvents ??= this.sendEvents();
    return this.#sentEvents;
  }

  forgetEvents(): void {
    this.#sentEvents = undefined;
  }

  async findEmission(name: AttemptedWebhook['event']): Promise<Emission> {
    const webhook = (await this.sentEvents()).find(({ event }) => event === name);
    if (!webhook) throw new Error(`no ${name} was made`);
    return webhook.emission;
  }

  /**
   * Returns the signature variant of the account, as its first webhook shows.
   * @throws the error of `createSecretError` if that webhook is signed with another secret
   */
  async detectVariant(): Promise<WebhookSignatureVariant> {
    const { emission } = await this.firstWebhook();
    const variant = variantOf(emission, this.#parts.secret);
    if (variant !== undefined) return variant;
    throw this.#parts.createSecretError();
  }

  async createSigner(): Promise<SignBody> {
    return bodySigner(this.#parts.secret, await this.detectVariant(), this.#parts);
  }

  /** Returns the body of the first webhook for another session. */
  async newBody(): Promise<string> {
    return replaceSessionId((await this.firstWebhook()).emission, this.newId());
  }

  async sign(body: string): Promise<Webhook> {
    return (await this.createSigner())(body);
  }

  async newWebhook(): Promise<Webhook> {
    return this.sign(await this.newBody());
  }

  async sendNew(): Promise<ReceiverAnswer> {
    return this.send(await this.newWebhook());
  }

  async sendBody(body: string): Promise<ReceiverAnswer> {
    return this.send(await this.sign(body));
  }

  send(webhook: Webhook): Promise<ReceiverAnswer> {
    return this.#parts.sender.send(webhook);
  }

  findsTls(): Promise<boolean> {
    return this.#parts.sender.findsTls();
  }

  /** Sends webhooks at the same time, each in two pieces that the receiver reads separately. */
  async sendInPieces(webhooks: readonly Webhook[], splitAt: number): Promise<readonly ReceiverAnswer[]> {
    return this.#parts.sender.sendInPieces(webhooks, splitAt, await this.newWebhook());
  }

  /** Sends a webhook in two pieces while the receiver handles no other request. */
  async sendAloneInPieces(webhook: Webhook, splitAt: number): Promise<ReceiverAnswer | undefined> {
    return (await this.#parts.sender.sendInPieces([webhook], splitAt))[0];
  }

  async cutOff(webhook: Webhook): Promise<void> {
    return this.#parts.sender.cutOff(webhook, [await this.newWebhook(), await this.newWebhook()]);
  }

  async experiment({ emission }: AttemptedWebhook): Promise<ReceiverExperiment | undefined> {
    return emission.deliveryId ? this.#parts.genuine.experiment(emission.deliveryId) : undefined;
  }

  async probe(kind: ProbeKind): Promise<Verdict> {
    // The simulator refuses to probe a session none of whose webhooks was accepted, as after a cold start.
    if (!isAccepted((await this.firstWebhook()).attempt.status)) this.#firstWebhook = undefined;
    const { sessionId } = (await this.firstWebhook()).emission;
    const { passed: isPassed, status, error } = await this.#parts.genuine.probe(sessionId, kind);
    if (isPassed) return passedVerdict;
    if (status === null) return unansweredVerdict({ error: error ?? 'timeout' });
    const textsIn = (t: Texts) => probeTexts(t, kind, { status, error });
    return {
      outcome: 'failed',
      status,
      code: kind,
      why: (t) => textsIn(t).why,
      fix: (t) => textsIn(t).fix ?? '',
    };
  }

  /** Sends the events of two sessions. Ends after a timeout, because more of them would take minutes. */
  async sendEvents(): Promise<readonly AttemptedWebhook[]> {
    const { genuine } = this.#parts;
    const webhooks: AttemptedWebhook[] = [];
    for (const outcome of ['accredited', 'accreditation_to_recipient_failed'] as const) {
      const isRequest = outcome !== 'accredited';
      const creation = await genuine.openSession({ isRequest });
      const { sessionId } = creation.emission;
      webhooks.push(creation);
      for (const event of ['paid', outcome] as const) {
        if (webhooks.at(-1)?.attempt.error === TIMED_OUT) return webhooks;
        webhooks.push(await genuine.force(sessionId, event));
      }
      if (webhooks.at(-1)?.attempt.error === TIMED_OUT) return webhooks;
    }
    return webhooks;
  }
}
