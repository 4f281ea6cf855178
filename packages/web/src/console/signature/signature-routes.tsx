import { signWebhook, webhookHeaders } from '@svc-simulator/contract';
import type { AccountRecord, DeliveryModel } from '@svc-simulator/core';
import { signatureMistakes } from '@svc-simulator/webhooks/mistake-search.ts';
import type { MistakeTexts } from '@svc-simulator/webhooks/mistakes.ts';
import { controlOf, LabeledField, TextField, t } from '../../kit/parts.tsx';
import { consoleNotFoundPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { Back, ButtonForm, CodeBlock, Notice, PageHead, Panel, Time } from '../parts/parts.tsx';

/** Maximum number of the session's other webhooks with which a signature is compared. */
const COMPARED_WEBHOOKS = 20;

/** Serves a page that explains why a program computes another signature than the simulator sent. */
export const signatureRoutes: readonly PageRoute[] = [
  { path: '/console/sessions/:id/signature/:name', get: signaturePage, post: signaturePage },
];

async function signaturePage(call: PageCall): Promise<ConsolePage> {
  const { services, account, t, params, form } = call;
  const { id = '', name = '' } = params;
  const deliveries = await services.webhooksOf(account, id, COMPARED_WEBHOOKS);
  const delivery =
    deliveries.find((other) => deliveryName(other) === name) ?? (await services.readWebhook(account, name));
  if (!delivery || delivery.sessionId !== id) return consoleNotFoundPage(t, 'sessions');
  const computed = { value: form.get('computed') ?? '', signed: normalizeLineEnds(form.get('signed')) };
  const isPosted = form.has('computed');
  const fault = isPosted && computed.value.trim() === '' ? t('console.signature.empty') : undefined;
  const others = deliveries.filter((other) => other !== delivery);
  const verdict = isPosted && !fault ? compareSignature(call, delivery, others, computed) : undefined;
  const title = t('console.signature.title');
  const body = <SignaturePage delivery={delivery} computed={computed} verdict={verdict} fault={fault} />;
  return { title, area: 'sessions', live: null, body, ...(fault && { status: 400 }) };
}

/** Explains the computed signature, or returns undefined if the sent webhook is no longer stored. */
function compareSignature(
  { account, t }: PageCall,
  delivery: DeliveryModel,
  others: readonly DeliveryModel[],
  { value, signed }: ComputedSignature,
): SignatureComparison | undefined {
  const webhook = sentWebhookOf(account, delivery);
  if (!webhook) return undefined;
  const computed = value.trim();
  const { secret, timestamp, body, variant } = webhook;
  const signedText = variant === 'timestamp' ? `${timestamp}.${body}` : body;
  const differsAt =
    signed === undefined || signed === signedText ? undefined : firstDifference(signed, signedText);
  // The program might have computed the signature of another webhook of the session.
  const other = others.find((webhook) => {
    const sentWebhook = sentWebhookOf(account, webhook);
    return sentWebhook && signWebhook(sentWebhook) === computed;
  });
  if (other) {
    const detail = `${other.event} (${new Date(other.emittedAt).toISOString()})`;
    return { mistakes: [{ ...mistakeTexts('another_webhook'), detail }], differsAt };
  }
  const formerSecret = account.previousWebhookSecret?.secret;
  const otherSecrets = {
    ...(formerSecret && formerSecret !== secret && { [t('console.signature.formerSecret')]: formerSecret }),
    [t('console.signature.idempotencyKey')]: delivery.idempotencyKey,
  };
  const bytes = { secret, timestamp, body: Buffer.from(body), mode: variant };
  const mistakes = signatureMistakes(computed, bytes, otherSecrets);
  if (mistakes || signed === undefined) return { mistakes, differsAt };
  if (differsAt === undefined) return { mistakes: [unknownSecret], differsAt };
  // `signed` already contains the timestamp, so it is signed like a body in the variant `body`, which adds no
  // timestamp.
  const textVariant = variant === 'sha256' ? 'sha256' : 'body';
  const textSignature = signWebhook({ secret, timestamp, body: signed, variant: textVariant });
  return { mistakes: textSignature === computed ? [mistakeTexts('text_differs')] : undefined, differsAt };
}

function sentWebhookOf(account: AccountRecord, { emission }: DeliveryModel) {
  if (!emission) return undefined;
  const { signature, headers, rawBody: body } = emission;
  const formerSecret = signature.byFormerSecret ? account.previousWebhookSecret?.secret : undefined;
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  return { secret: formerSecret ?? account.webhookSecret, timestamp, body, variant: signature.variant };
}

/**
 * Restores the line breaks of a form's field, which browsers send as CR LF. Returns undefined for an empty
 * field.
 */
export function normalizeLineEnds(field: string | null): string | undefined {
  return field ? field.replaceAll('\r\n', '\n') : undefined;
}

const EXCERPT_RADIUS = 40;

interface SignaturePageProps {
  readonly delivery: DeliveryModel;
  readonly computed: ComputedSignature;
  readonly verdict: SignatureComparison | undefined;
  readonly fault?: string | undefined;
}

function SignaturePage({ delivery, computed, verdict, fault }: SignaturePageProps) {
  const { event, sessionId, emittedAt, emission } = delivery;
  return (
    <div class="stack loose">
      <Back to={`/console/sessions/${sessionId}`} text={t('console.signature.back')} />
      <PageHead title={t('console.signature.title')} lead={t('console.signature.lead')}>
        <p class="soft small">
          <code>{event}</code> · <Time atMs={emittedAt} form="clock" />
        </p>
      </PageHead>
      {emission ? (
        <>
          {verdict && <VerdictNotice verdict={verdict} />}
          {verdict?.differsAt !== undefined && (
            <Panel title={`${t('console.signature.differs')}: ${verdict.differsAt + 1}`}>
              <h3>{t('console.delivery.signature.signed')}</h3>
              <Excerpt text={emission.signature.signedString} index={verdict.differsAt} />
              <h3>{t('console.signature.yours')}</h3>
              <Excerpt text={computed.signed ?? ''} index={verdict.differsAt} />
            </Panel>
          )}
          <ComparisonForm computed={computed} fault={fault} />
          <Panel title={t('console.signature.webhook')}>
            <h3>{t('console.delivery.signature.signed')}</h3>
            <CodeBlock
              objectName={t('console.delivery.signature.signed')}
              text={emission.signature.signedString}
            />
            <h3>{t('console.signature.sent')}</h3>
            <CodeBlock objectName={t('console.signature.sent')} text={emission.signature.sent} />
          </Panel>
        </>
      ) : (
        <Notice kind="plain" text={t('console.delivery.evidence.gone')} />
      )}
    </div>
  );
}

function ComparisonForm({ computed, fault }: Pick<SignaturePageProps, 'computed' | 'fault'>) {
  const signedField = {
    name: 'signed',
    label: t('console.signature.signed'),
    hint: t('console.signature.signedHint'),
  };
  return (
    <ButtonForm class="panel stack" kind="primary" text={t('console.sessions.tabs.compare')}>
      <TextField
        name="computed"
        label={t('console.signature.computed')}
        hint={t('console.signature.computedHint')}
        fault={fault}
        value={computed.value}
        spellcheck={false}
      />
      <LabeledField {...signedField}>
        <textarea {...controlOf(signedField)} rows={4} spellcheck={false}>
          {computed.signed}
        </textarea>
      </LabeledField>
    </ButtonForm>
  );
}

function VerdictNotice({ verdict: { mistakes } }: Readonly<{ verdict: SignatureComparison }>) {
  if (!mistakes)
    return (
      <Notice kind="warn" text={t('console.signature.unknown')}>
        <p>{t('console.signature.unknownHint')}</p>
      </Notice>
    );
  if (mistakes.length === 0) return <Notice kind="good" text={t('console.signature.same')} />;
  return (
    <Notice
      kind="danger"
      text={t(mistakes.length === 1 ? 'console.signature.oneMistake' : 'console.signature.twoMistakes')}
    >
      <ul>
        {mistakes.map(({ reason, advice, detail }) => (
          <li>
            <strong>{t(reason)}</strong> {detail && <code>{detail}</code>} {t(advice)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Shows the text around a character, marks it, and escapes invisible characters like JSON. */
function Excerpt({ text, index }: { readonly text: string; readonly index: number }) {
  const escapeInvisible = (part: string) => part.replace(/[\p{C}\u00a0\u2028\u2029]/gu, escapeCharacter);
  const from = Math.max(0, index - EXCERPT_RADIUS);
  return (
    <p class="code wrap">
      <code>
        {from > 0 && '…'}
        {escapeInvisible(text.slice(from, index))}
        <mark>{escapeInvisible(text.charAt(index)) || '∅'}</mark>
        {escapeInvisible(text.slice(index + 1, index + EXCERPT_RADIUS))}
        {text.length > index + EXCERPT_RADIUS && '…'}
      </code>
    </p>
  );
}

function escapeCharacter(character: string): string {
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
}

/** Returns the name of a delivery in URLs: its id, or `e` and its event id if the webhook was never sent. */
export function deliveryName({ id, emittedEventId }: Pick<DeliveryModel, 'id' | 'emittedEventId'>): string {
  return id ?? `e${emittedEventId}`;
}

export function checkerPath(delivery: DeliveryModel): string {
  return `/console/sessions/${delivery.sessionId}/signature/${deliveryName(delivery)}`;
}

type ComputedSignature = Readonly<{ value: string; signed?: string | undefined }>;

interface SignatureComparison {
  /** Empty if the signatures are equal; undefined if no known mistake gives the computed signature. */
  readonly mistakes: readonly (MistakeTexts & { readonly detail?: string })[] | undefined;
  /** Index of the first difference between the two signed texts; undefined if they are equal or not given. */
  readonly differsAt: number | undefined;
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

function mistakeTexts(name: 'another_webhook' | 'text_differs'): MistakeTexts {
  return {
    reason: `console.signature.other.${name}.reason`,
    advice: `console.signature.other.${name}.advice`,
  };
}

const unknownSecret: MistakeTexts = {
  reason: 'console.signature.other.unknown_secret',
  advice: 'signature.signature_secret.advice',
};
