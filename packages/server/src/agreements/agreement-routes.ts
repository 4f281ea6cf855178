import type { ToolKind } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract';
import {
  type AccountRecord,
  type AgreementRecord,
  agreementData,
  agreementId,
  type PartnerRecord,
  type PaymentMethod,
  partnerData,
  type Share,
  sharesOf,
} from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { listReply } from '../lists/list-reply.ts';
import { invalid } from '../refusals.ts';
import { type Commit, type Route, refusedChange, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

type AgreementFields = AgreementRecord['fields'] & {
  readonly split: boolean;
  readonly payment_methods: Readonly<Record<PaymentMethod, boolean>>;
};

export function agreementRoutes(runtime: Runtime): readonly Route[] {
  const { store } = runtime;
  return [
    route(api.listAgreements, ({ account, query }) =>
      listReply(store, 'agreement', { ...query, accountId: account.id, present: agreementData }),
    ),
    route(api.listPartners, ({ account, query }) =>
      listReply(store, 'partner', { ...query, accountId: account.id, present: partnerData }),
    ),
    route(
      api.createAgreement,
      ({ account, by, body, now }): Commit => ({
        scope: { account: account.id },
        decide: () => storeAgreement(runtime, account, { fields: body, shares: [], by, now }),
      }),
    ),
    route(
      api.createSplitReceiptAgreement,
      ({ account, by, body, now }): Commit => ({
        scope: {
          account: account.id,
          read: uniqueRecipientIds(body.recipients).map((id) => ref('partner', id)),
        },
        decide: (view) => {
          const ids = uniqueRecipientIds(body.recipients);
          const ownPartnerIds = new Set(
            ids.filter((id) => view.get('partner', id)?.accountId === account.id),
          );
          const { shares, faults } = sharesOf(body.recipients, {
            type: 'percent',
            pointer: '/recipients',
            knownRecipients: ownPartnerIds,
          });
          if (faults.length > 0) return refusedChange(invalid(faults));
          return storeAgreement(runtime, account, { fields: { ...body, split: true }, shares, by, now });
        },
      }),
    ),
    route(api.createPartner, ({ account, body, now }): Commit => {
      const partner: PartnerRecord = {
        id: runtime.random.uuid(),
        accountId: account.id,
        fields: body,
        createdAt: now,
      };
      const { id } = partner;
      return {
        scope: { account: account.id },
        decide: () => ({
          result: reply(partnerData(partner)),
          puts: [put('partner', id, partner)],
          events: [{ type: 'partner.created', at: now, data: { partner_id: id, name: body.name } }],
        }),
      };
    }),
  ];
}

function storeAgreement(
  runtime: Runtime,
  account: AccountRecord,
  {
    fields,
    shares,
    by,
    now,
  }: {
    readonly fields: AgreementFields;
    readonly shares: readonly Share[];
    readonly by: ToolKind | undefined;
    readonly now: number;
  },
) {
  const agreement: AgreementRecord = {
    id: agreementId(runtime.random),
    accountId: account.id,
    fields,
    split: fields.split,
    paymentMethods: api.paymentMethods.filter((method) => fields.payment_methods[method]),
    shares,
    createdAt: now,
  };
  const { id, split } = agreement;
  return {
    result: reply(agreementData(agreement)),
    puts: [put('agreement', id, agreement)],
    events: [
      {
        type: 'agreement.created' as const,
        at: now,
        data: { agreement_id: id, title: fields.title, split, ...(by && { by }) },
      },
    ],
  };
}

function uniqueRecipientIds(recipients: readonly { readonly recipient_id: string }[]): readonly string[] {
  return [...new Set(recipients.map(({ recipient_id }) => recipient_id))];
}
