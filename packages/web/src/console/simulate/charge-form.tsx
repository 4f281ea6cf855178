import { currencies, type listTerminals, type RowOf } from '@svc-simulator/contract';
import { t } from '../../kit/speaking.ts';
import { Do, Panel } from '../parts/parts.tsx';
import { Fields } from './fields.tsx';
import type { Typed } from './typed.ts';

interface ChargeFormProps {
  readonly typed: Typed;
  /** The terminals that can be charged on; null: the account has no merchant. */
  readonly terminals: readonly RowOf<typeof listTerminals>[] | null;
}

/** A payment request on a terminal, as the merchant's till makes them. */
export function ChargeForm({ typed, terminals }: ChargeFormProps) {
  return (
    <Panel title={t('console.simulate.charge.title')} name="charge">
      {terminals === null ? (
        <p>
          {t('console.simulate.charge.noMerchant')}{' '}
          <a href="/console/terminals">{t('console.simulate.charge.toMerchant')}</a>
        </p>
      ) : (
        <form method="post" action="/console/simulate" class="stack" novalidate>
          <p class="soft">{t('console.simulate.charge.lead')}</p>
          <Fields
            typed={typed}
            fields={[
              {
                name: 'amountReference',
                proposed: '12.50',
                hint: t('console.simulate.amountHint'),
                inputmode: 'decimal',
              },
              {
                name: 'currencyReference',
                label: t('field.label.currency_reference'),
                proposed: 'USD',
                options: currencies.map((code) => [code, code]),
              },
              {
                name: 'terminalSerial',
                options: [
                  ['', t('console.simulate.charge.anyTerminal')],
                  ...terminals.map(({ serial }) => [serial, serial] as const),
                ],
              },
              { name: 'clientIdentification', label: t('console.simulate.charge.client') },
            ]}
          />
          <p>
            <Do kind="primary" what="charge" text={t('console.simulate.charge.submit')} />
          </p>
        </form>
      )}
    </Panel>
  );
}
