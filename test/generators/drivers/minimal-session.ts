/** The fields of a button session that the specification requires, and no others. */
export function minimalSession(agreementId: string) {
  return {
    agreement_id: agreementId,
    amount_reference: 12.5,
    currency_reference: 'USD',
    identifier_label: 'Order',
    identifier: 'A-1',
    description: 'Coffee',
    success_url: 'https://shop.invalid/ok',
    failure_url: 'https://shop.invalid/ko',
  } as const;
}

/** A simulator's URL and the credentials for a driver. */
export interface Place {
  readonly url: string;
  readonly token: string;
  readonly agreementId: string;
}
