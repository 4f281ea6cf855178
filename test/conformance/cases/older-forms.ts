import { agreement, button, request, transaction } from '../calls.ts';
import type { Call } from '../case.ts';
import { casesOf, each } from '../cases-of.ts';
import { bad, call, send } from '../steps.ts';

const ID = '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b';
const languages = [
  ['en', 'older form'],
  ['es', 'forma anterior'],
] as const;

/** Requests an unknown path in both languages. The problem must name the current path in each language. */
const nowhere = (method: string, path: string, problemIn: (language: 'en' | 'es') => RegExp): Call[] =>
  languages.map(([language]) => ({
    call: 'getHealth',
    method,
    path,
    as: 'nobody',
    headers: { 'accept-language': language },
    ...(method !== 'GET' && { body: {} }),
    want: { status: 404, body: { detail: problemIn(language), message: problemIn(language) } },
  }));

/** Paths of older documents: name, method, older path, and current path. */
const paths = [
  ['path-api-v1-ext-stops', 'POST', '/api/v1/ext/stops', '/api/v1/ext/payment-stops'],
  [
    'path-api-v1-ext-stops',
    'GET',
    `/api/v1/ext/stops/stp_${ID}/links`,
    `/api/v1/ext/payment-stops/stp_${ID}/links`,
  ],
  ['path-api-v1-ext-stops', 'PATCH', '/api/v1/ext/stops/reorder', '/api/v1/ext/payment-stops/reorder'],
  [
    'path-api-v1-ext-payment-sessions-button',
    'POST',
    '/api/v1/ext/payment-sessions/button',
    '/api/v1/ext/payment-sessions/buttons',
  ],
  ['path-api-svcpagos-Login', 'POST', '/api/svcpagos/Login', '/api/svcpagos/login'],
  [
    'path-api-v1-merchants-merchantId-transactions-orderId-invalidation',
    'POST',
    `/api/v1/merchants/${ID}/transactions/A-1/invalidation`,
    `/api/v1/merchants/${ID}/transactions/A-1/cancellation`,
  ],
  [
    'path-api-v1-pos-terminals-serialNumber-transactions-orderId-invalidation',
    'POST',
    `/api/v1/pos-terminals/SN-1/transactions/${ID}/invalidation/commit`,
    `/api/v1/pos-terminals/SN-1/transactions/${ID}/cancellation/commit`,
  ],
] as const;

/** Values and names from older documents: the fault's pointer, and the value to send instead. */
const forms = [
  [
    'sessions.refused-name-settlement-id',
    { agreement_id: undefined, settlement_id: 'x' },
    '/settlement_id',
    'agreement_id',
  ],
  ['sessions.refused-name-amount', { amount_reference: undefined, amount: 5 }, '/amount', 'amount_reference'],
  [
    'sessions.refused-name-currency',
    { currency_reference: undefined, currency: 'USD' },
    '/currency',
    'currency_reference',
  ],
  [
    'sessions.refused-name-agreement',
    { agreement_id: undefined, agreement: 'x' },
    '/agreement',
    'agreement_id',
  ],
  ['older.value-USD-BCV', { currency_reference: 'USD_BCV' }, '/currency_reference', 'USD'],
  ['older.value-EUR-BCV', { currency_reference: 'EUR_BCV' }, '/currency_reference', 'EUR'],
] as const;
const namesIt = (pointer: string, newer: string) => ({
  status: 400,
  pointsAt: pointer,
  body: { detail: new RegExp(`^${pointer}: is an older name that isn't accepted; send ${newer}`) },
});
const inSpanish = { headers: { 'accept-language': 'es' } };
const discarded = ['status', 'status[eq]', 'status[in]'] as const;
const activate = { serial: undefined, code: '123456' };

export const olderForms = [
  ...paths.flatMap(([entry, method, path, newer]) =>
    casesOf('getHealth', {
      [`older.${entry}`]: {
        [`${method} ${path}`]: nowhere(method, path, (language) =>
          language === 'en'
            ? new RegExp(`older form.* ${newer}\\.`)
            : new RegExp(`forma anterior.* ${newer}\\.`),
        ),
      },
    }),
  ),
  ...casesOf('getHealth', {
    'older.sdk': each(['/api/svcpagos/orders', '/api/svcpagos/sdk/v2/checkout'], (path) => [
      path,
      nowhere('POST', path, (language) =>
        language === 'en'
          ? /checkout SDK's own API isn't simulated/
          : /el simulador no incluye la API propia del SDK de pago/,
      ),
    ]),
    'conventions.unknown-path': each(
      ['/api/v1/ext/stopsign', '/api/v1/ext/payment-sessions/buttonx/y', '/api/v1/extra'],
      (path) => [path, nowhere('POST', path, (language) => (language === 'en' ? /Unknown path/ : /\S/))],
    ),
  }),
  ...forms.flatMap(([judges, change, pointer, newer]) => [
    ...casesOf('createButtonSession', {
      [judges]: {
        [`older-${newer}-${pointer}`]: [
          button(change, namesIt(pointer, newer)),
          button(
            change,
            { status: 400, body: { detail: new RegExp(`no se acepta; envía ${newer}`) } },
            inSpanish,
          ),
        ],
      },
    }),
    ...casesOf('createRequestSession', {
      [judges]: { [`older-${newer}-${pointer}`]: [request(change, namesIt(pointer, newer))] },
    }),
  ]),
  ...casesOf('createButtonSession', {
    'sessions.refused-name-amount': { 'beside-the-new-one': [button({ amount: 5 })] },
    'sessions.currencies': {
      unknown: [
        button(
          { currency_reference: 'DISCARDED' },
          {
            ...bad('/currency_reference'),
            body: { detail: '/currency_reference: must be one of USD, EUR, COP, USDT, VES' },
          },
        ),
      ],
    },
  }),
  ...casesOf('createAgreement', {
    'older.split': [
      agreement(
        { split: { type: 'percent', rules: [] } },
        { ...bad('/split'), body: { detail: /^\/split: .*true or false, .*agreements\/split-receipt$/ } },
      ),
      agreement(
        { split: 'yes' },
        { ...bad('/split'), body: { detail: '/split: must be true or false, not a string' } },
      ),
    ],
  }),
  ...casesOf('listTransactions', {
    'older.value-DISCARDED': each(discarded, (name) => [
      name,
      call(
        'listTransactions',
        { status: 400, body: { detail: /older name that isn't accepted; send CANCELED$/ } },
        { query: { [name]: 'DISCARDED' } },
      ),
    ]),
  }),
  ...casesOf('createTransaction', {
    'older.order-id': [
      transaction(
        { orderId: 'A-1042' },
        { ...bad('/orderId'), body: { detail: /^\/orderId: must be a UUID such as / } },
      ),
    ],
  }),
  ...casesOf('activateTerminal', {
    'older.serial': {
      'no-serial': [
        send('activateTerminal', activate, { ...bad('/serial'), body: { detail: '/serial: is required' } }),
      ],
    },
  }),
];
