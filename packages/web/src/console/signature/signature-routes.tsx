import { signWebhook, type WebhookSignatureVariant, webhookHeaders } from '@svc-simulator/contract';
import type { AccountRecord, DeliveryModel } from '@svc-simulator/core';
import { signatureMistakes } from '@svc-simulator/webhooks/mistake-search.ts';
import type { Told } from '@svc-simulator/webhooks/mistakes.ts';
import { controlOf, Field, TextField, t } from '../../kit/parts.tsx';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { Back, CodeBlock, Notice, PageHead, Panel, Submit, Time } from '../parts/parts.tsx';

/** So many of the session's webhooks are tried, in case their signature was taken for this one's. */
const OTHERS = 20;

/** `/console/sessions/…/signature/…`: why a program computes another signature for a webhook than was sent. */
export const signatureRoutes: readonly PageRoute[] = [
  { path: '/console/sessions/:id/signature/:name', get: page, post: page },
];

async function page(call: PageCall): Promise<ConsolePage> {
  const { services, account, t, params, form } = call;
  const { id = '', name = '' } = params;
  const deliveries = await services.webhooksOf(account, id, OTHERS);
  const delivery =
    deliveries.find((each) => nameOf(each) === name) ?? (await services.webhook(account, name));
  if (!delivery || delivery.sessionId !== id) return missingPage(t, 'sessions');
  const computed = { value: form.get('computed') ?? '', signed: textOf(form.get('signed')) };
  const isPosted = form.has('computed');
  const fault = isPosted && computed.value.trim() === '' ? t('console.signature.empty') : undefined;
  const others = deliveries.filter((each) => each !== delivery);
  const verdict = isPosted && !fault ? judge(call, delivery, others, computed) : undefined;
  const title = t('console.signature.title');
  const body = <SignaturePage delivery={delivery} computed={computed} verdict={verdict} fault={fault} />;
  return { title, area: 'sessions', live: null, body, ...(fault && { status: 400 }) };
}

function judge(
  { account, t }: PageCall,
  delivery: DeliveryModel,
  others: readonly DeliveryModel[],
  computed: Computed,
): SignatureVerdict | undefined {
  const webhook = genuine(account, delivery);
  if (!webhook) return undefined;
  const former = account.previousWebhookSecret?.secret;
  const otherWebhooks = others.flatMap((other) => {
    const signed = genuine(account, other);
    return signed ? [[`${other.event} (${new Date(other.emittedAt).toISOString()})`, signed] as const] : [];
  });
  return verdictOn(webhook, computed, {
    otherSecrets: {
      ...(former && former !== webhook.secret && { [t('console.signature.formerSecret')]: former }),
      [t('console.signature.idempotencyKey')]: delivery.idempotencyKey,
    },
    otherWebhooks: Object.fromEntries(otherWebhooks),
  });
}

function genuine(account: AccountRecord, { emission }: DeliveryModel): GenuineWebhook | undefined {
  if (!emission) return undefined;
  const { signature, headers, rawBody } = emission;
  const former = signature.byFormerSecret ? account.previousWebhookSecret?.secret : undefined;
  return {
    secret: former ?? account.webhookSecret,
    timestamp: headers[webhookHeaders.timestamp] ?? '',
    body: rawBody,
    variant: signature.variant,
  };
}

/** A form field in which the browser has sent line breaks as two characters. */
function textOf(field: string | null): string | undefined {
  return field ? field.replaceAll('\r\n', '\n') : undefined;
}

/** Characters that are shown on either side of the first one that differs. */
const AROUND = 40;

interface PageProps {
  readonly delivery: DeliveryModel;
  readonly computed: Computed;
  /** Undefined: nothing was compared yet. */
  readonly verdict: SignatureVerdict | undefined;
  readonly fault?: string | undefined;
}

function SignaturePage({ delivery, computed, verdict, fault }: PageProps) {
  const { event, sessionId, emittedAt, emission } = delivery;
  return (
    <div class="stack">
      <Back to={`/console/sessions/${sessionId}`} text={t('console.signature.back')} />
      <PageHead title={t('console.signature.title')} lead={t('console.signature.lead')}>
        <p class="soft small">
          <code>{event}</code> · <Time atMs={emittedAt} form="clock" />
        </p>
      </PageHead>
      {emission ? (
        <>
          {verdict && <Verdict verdict={verdict} />}
          {verdict?.differsAt !== undefined && (
            <Difference
              at={verdict.differsAt}
              expected={emission.signature.signedString}
              yours={computed.signed ?? ''}
            />
          )}
          <Form computed={computed} fault={fault} />
          <Panel title={t('console.signature.webhook')}>
            <h3>{t('console.delivery.signature.signed')}</h3>
            <CodeBlock what={t('console.delivery.signature.signed')} text={emission.signature.signedString} />
            <h3>{t('console.signature.sent')}</h3>
            <CodeBlock what={t('console.signature.sent')} text={emission.signature.sent} />
          </Panel>
        </>
      ) : (
        <Notice kind="plain" text={t('console.delivery.evidence.gone')} />
      )}
    </div>
  );
}

function Form({ computed, fault }: Pick<PageProps, 'computed' | 'fault'>) {
  const signed = {
    name: 'signed',
    label: t('console.signature.signed'),
    hint: t('console.signature.signedHint'),
  };
  return (
    <form method="post" class="panel stack">
      <TextField
        name="computed"
        label={t('console.signature.computed')}
        hint={t('console.signature.computedHint')}
        fault={fault}
        value={computed.value}
        spellcheck={false}
      />
      <Field {...signed}>
        <textarea {...controlOf(signed)} rows={4} spellcheck={false}>
          {computed.signed}
        </textarea>
      </Field>
      <p>
        <Submit kind="primary" text={t('console.signature.compare')} />
      </p>
    </form>
  );
}

function Verdict({ verdict: { mistakes } }: Readonly<{ verdict: SignatureVerdict }>) {
  if (!mistakes)
    return (
      <Notice kind="warn" text={t('console.signature.unknown')}>
        <p>{t('console.signature.unknownHint')}</p>
      </Notice>
    );
  if (mistakes.length === 0) return <Notice kind="good" text={t('console.signature.same')} />;
  return (
    <Notice kind="danger" text={t(mistakes.length === 1 ? 'console.signature.one' : 'console.signature.two')}>
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

function Difference({ at, expected, yours }: Readonly<{ at: number; expected: string; yours: string }>) {
  return (
    <Panel title={`${t('console.signature.differs')}: ${at + 1}`}>
      <h3>{t('console.signature.expected')}</h3>
      <Excerpt text={expected} at={at} />
      <h3>{t('console.signature.yours')}</h3>
      <Excerpt text={yours} at={at} />
    </Panel>
  );
}

/** The text around a character, with that character marked; what could not be seen is written as JSON does. */
function Excerpt({ text, at }: { readonly text: string; readonly at: number }) {
  const shown = (part: string) => part.replace(/[\p{C}\u00a0\u2028\u2029]/gu, written);
  const from = Math.max(0, at - AROUND);
  return (
    <p class="code wrap">
      <code>
        {from > 0 && '…'}
        {shown(text.slice(from, at))}
        <mark>{shown(text.charAt(at)) || '∅'}</mark>
        {shown(text.slice(at + 1, at + AROUND))}
        {text.length > at + AROUND && '…'}
      </code>
    </p>
  );
}

function written(character: string): string {
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
}

/** Names a delivery in the pages; what was not sent has no id. */
export function nameOf({ id, emittedEventId }: Pick<DeliveryModel, 'id' | 'emittedEventId'>): string {
  return id ?? `e${emittedEventId}`;
}

/** Where the signature of a delivery is compared with what a program computed. */
export function checkerPath(delivery: DeliveryModel): string {
  return `/console/sessions/${delivery.sessionId}/signature/${nameOf(delivery)}`;
}

interface GenuineWebhook {
  readonly secret: string;
  readonly timestamp: string;
  readonly body: string;
  readonly variant: WebhookSignatureVariant;
}

interface Computed {
  readonly value: string;
  readonly signed?: string | undefined;
}

interface SignatureVerdict {
  /** Nothing: it is what was sent. Undefined: no mistake that we know gives this value. */
  readonly mistakes: readonly (Told & { readonly detail?: string })[] | undefined;
  /** The first character at which what it signed differs from what is signed; undefined: not told, or they are the same. */
  readonly differsAt: number | undefined;
}

interface Surroundings {
  readonly otherSecrets: Readonly<Record<string, string>>;
  /** Further webhooks of the account, whose signature may have been taken for this one's, by a name. */
  readonly otherWebhooks: Readonly<Record<string, GenuineWebhook>>;
}

/** Which mistake gives exactly this value instead of a webhook's signature. */
function verdictOn(
  webhook: GenuineWebhook,
  { value, signed }: Computed,
  { otherSecrets, otherWebhooks }: Surroundings,
): SignatureVerdict {
  const computed = value.trim();
  const { secret, timestamp, body, variant } = webhook;
  const genuine = variant === 'timestamp' ? `${timestamp}.${body}` : body;
  const differsAt = signed === undefined || signed === genuine ? undefined : firstDifference(signed, genuine);
  const [another] = Object.entries(otherWebhooks).find(([, other]) => signWebhook(other) === computed) ?? [];
  if (another) return { mistakes: [{ ...furtherTexts.another_webhook, detail: another }], differsAt };
  const bytes = { secret, timestamp, body: Buffer.from(body), mode: variant };
  const mistakes = signatureMistakes(computed, bytes, otherSecrets);
  if (mistakes || signed === undefined) return { mistakes, differsAt };
  if (differsAt === undefined) return { mistakes: [furtherTexts.unknown_secret], differsAt };
  // As the body alone, the text is signed as it is.
  const form = variant === 'sha256' ? 'sha256' : 'body';
  const made = signWebhook({ secret, timestamp, body: signed, variant: form });
  return { mistakes: made === computed ? [furtherTexts.text_differs] : undefined, differsAt };
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const furtherTexts = {
  another_webhook: {
    reason: 'console.signature.other.another_webhook.reason',
    advice: 'console.signature.other.another_webhook.advice',
  },
  unknown_secret: {
    reason: 'console.signature.other.unknown_secret',
    advice: 'signature.signature_secret.advice',
  },
  text_differs: {
    reason: 'console.signature.other.text_differs.reason',
    advice: 'console.signature.other.text_differs.advice',
  },
} as const satisfies Record<string, Told>;
