import {
  address,
  amount,
  anyText,
  date,
  flag,
  hook,
  list,
  maybe,
  object,
  oneOf,
  percent,
  text,
  whole,
} from './check.js';

const CURRENCIES = ['USD', 'EUR', 'COP', 'USDT', 'VES'];
export const METHODS = ['immediate_debit', 'crypto', 'mobile_payment'];
const methods = object(Object.fromEntries(METHODS.map((method) => [method, maybe(flag, false)])));
export const agreementShape = {
  title: text(),
  description: maybe(anyText(2000)),
  split: maybe(flag, false),
  payment_methods: methods,
  default_bank_account_id: text(),
  rules: maybe(list(object({ origin_bank_code: text(), destination_bank_account_id: text() }), 0, 100)),
};
export const recipients = list(object({ recipient_id: text(), percent, label: maybe(anyText()) }), 1, 20);
export const partnerShape = {
  name: text(),
  identification: maybe(anyText()),
  email: maybe(anyText()),
  phone: maybe(anyText()),
  bank_account_id: maybe(anyText()),
};
const split = object({
  type: oneOf('percent', 'absolute'),
  rules: list(
    object({
      recipient_id: text(),
      percent: maybe(percent),
      amount_reference: maybe(amount),
      label: maybe(anyText()),
    }),
    1,
    20,
  ),
});
const common = {
  amount_reference: amount,
  currency_reference: oneOf(...CURRENCIES),
  identifier: text(),
  agreement_id: text(),
  internal_reference: maybe(anyText()),
  split: maybe(split),
};
const webhook = { webhook_url: (value, ...rest) => (value === '' ? undefined : maybe(hook)(value, ...rest)) };
export const buttonShape = {
  ...common,
  ...webhook,
  identifier_label: text(),
  description: text(2000),
  success_url: address,
  failure_url: address,
  duration_minutes: maybe(whole(5, 20), 10),
};
export const requestShape = {
  ...common,
  ...webhook,
  identifier_label: maybe(anyText()),
  description: maybe(anyText(2000)),
  success_url: maybe(address),
  failure_url: maybe(address),
  title: maybe(anyText()),
  due_date_session: maybe(date),
  due_date_reached_behavior: maybe(oneOf('keep_active', 'deactivate'), 'keep_active'),
  late_notice_message: maybe(anyText(2000)),
};
