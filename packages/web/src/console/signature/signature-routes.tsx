import { webhookHeaders } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { DeliveryModel } from '@svc-simulator/server/deliveries/delivery-model.ts';
import { deliveriesOfSession, deliveryOf } from '@svc-simulator/server/deliveries/delivery-reading.ts';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { nameOf } from './checker-path.ts';
import { SignaturePage } from './signature-page.tsx';
import { signatureTexts } from './texts.ts';
import { type Computed, type GenuineWebhook, type SignatureVerdict, verdictOn } from './verdict.ts';

/** So many of the session's webhooks are tried, in case their signature was taken for this one's. */
const OTHERS = 20;

/** `/console/sessions/…/signature/…`: why a program computes another signature for a webhook than was sent. */
export const signatureRoutes: readonly PageRoute[] = [
  { path: '/console/sessions/:id/signature/:name', get: page, post: page },
];

async function page(call: PageCall): Promise<ConsolePage> {
  const { services, account, lang, params, form } = call;
  const { id = '', name = '' } = params;
  const { deliveries } = await deliveriesOfSession(services.runtime, account, id, { limit: OTHERS });
  const delivery =
    deliveries.find((each) => nameOf(each) === name) ?? (await deliveryOf(services.runtime, account, name));
  if (!delivery || delivery.sessionId !== id) return missingPage(lang, 'sessions');
  const computed = { value: form.get('computed') ?? '', signed: textOf(form.get('signed')) };
  const isPosted = form.has('computed');
  const fault = isPosted && computed.value.trim() === '' ? signatureTexts(lang).empty : undefined;
  const verdict =
    isPosted && !fault
      ? judge(
          call,
          delivery,
          deliveries.filter((each) => each !== delivery),
          computed,
        )
      : undefined;
  const title = signatureTexts(lang).title;
  const body = (
    <SignaturePage lang={lang} delivery={delivery} computed={computed} verdict={verdict} fault={fault} />
  );
  return { title, area: 'sessions', live: null, body, ...(fault && { status: 400 }) };
}

function judge(
  { account, lang }: PageCall,
  delivery: DeliveryModel,
  others: readonly DeliveryModel[],
  computed: Computed,
): SignatureVerdict | undefined {
  const webhook = genuine(account, delivery);
  if (!webhook) return undefined;
  const { formerSecret, idempotencyKey } = signatureTexts(lang);
  const former = account.previousWebhookSecret?.secret;
  const otherWebhooks = others.flatMap((other) => {
    const signed = genuine(account, other);
    return signed ? [[`${other.event} (${new Date(other.emittedAt).toISOString()})`, signed] as const] : [];
  });
  return verdictOn(webhook, computed, {
    otherSecrets: {
      ...(former && former !== webhook.secret && { [formerSecret]: former }),
      [idempotencyKey]: delivery.idempotencyKey,
    },
    otherWebhooks: Object.fromEntries(otherWebhooks),
  });
}

/** What was signed, and with which secret; undefined once its bytes are gone. */
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

/** Of a form's field: a browser sends every line break as two characters. */
function textOf(field: string | null): string | undefined {
  return field ? field.replaceAll('\r\n', '\n') : undefined;
}
