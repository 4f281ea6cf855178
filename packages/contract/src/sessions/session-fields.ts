import * as z from 'zod';
import { amount, currencies } from '../fields/amounts.ts';
import {
  choice,
  decidedHere,
  fromField,
  integer,
  LONG_TEXT_LIMIT,
  optionalText,
  text,
} from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { split } from '../fields/split.ts';
import { returnUrl, webhookUrl } from '../fields/urls.ts';
import { lazy } from '../operation.ts';

const sharedFields = () => ({
  amount_reference: amount(),
  currency_reference: choice(currencies),
  identifier: text(),
  agreement_id: text(),
  webhook_url: webhookUrl(),
  internal_reference: optionalText().meta(fromField),
  split: split().meta(decidedHere).exactOptional(),
});

export const DEFAULT_DURATION_MINUTES = 10;

export const buttonFields = lazy(() => ({
  ...sharedFields(),
  duration_minutes: integer(5, 20).meta(fromField).default(DEFAULT_DURATION_MINUTES),
  identifier_label: text(),
  description: text(LONG_TEXT_LIMIT),
  success_url: returnUrl(),
  failure_url: returnUrl(),
}));

export const DUE_DATE_BEHAVIOR = 'keep_active';

export const requestFields = lazy(() => ({
  ...sharedFields(),
  title: optionalText(),
  identifier_label: optionalText(),
  description: optionalText(LONG_TEXT_LIMIT),
  success_url: returnUrl().exactOptional(),
  failure_url: returnUrl().exactOptional(),
  due_date_session: instant().exactOptional(),
  due_date_reached_behavior: choice(['keep_active', 'deactivate']).default(DUE_DATE_BEHAVIOR),
  late_notice_message: optionalText(LONG_TEXT_LIMIT),
}));

type ButtonFields = ReturnType<typeof buttonFields>;
type RequestFields = ReturnType<typeof requestFields>;
type AllFields = Omit<ButtonFields, keyof RequestFields> & RequestFields;
type WithoutDefault<S> = S extends z.ZodExactOptional
  ? S
  : S extends z.ZodDefault<infer I extends z.ZodType>
    ? z.ZodExactOptional<I>
    : S extends z.ZodType
      ? z.ZodExactOptional<S>
      : never;
type SessionSchemaFields = {
  readonly [N in keyof AllFields]: N extends keyof ButtonFields & keyof RequestFields
    ? RequestFields[N]
    : WithoutDefault<AllFields[N]>;
};

/** Fields of a button or a request. A field that only one of the two kinds has is optional. */
export const sessionFields = lazy((): SessionSchemaFields => {
  const [button, request] = [buttonFields(), requestFields()];
  const entries = Object.entries({ ...button, ...request });
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      name in button && name in request ? schema : withoutDefault(schema),
    ]),
  ) as SessionSchemaFields;
});

export type SessionFieldName = keyof AllFields;

export type SessionFields = z.infer<z.ZodObject<SessionSchemaFields>>;

export const sessionFieldList = lazy(() =>
  Object.entries({ ...requestFields(), ...buttonFields() }).map(([name, schema]) => ({
    name: name as SessionFieldName,
    isOptionalText: schema instanceof z.ZodExactOptional && schema.unwrap() instanceof z.ZodString,
  })),
);

export const requiredFields = lazy(() => ({
  button: requiredNamesOf(buttonFields()),
  request: requiredNamesOf(requestFields()),
}));

function requiredNamesOf(fields: Readonly<Record<string, z.ZodType>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?._zod.optin === undefined);
}

function withoutDefault(schema: z.ZodType): z.ZodType {
  const inner = schema instanceof z.ZodDefault ? schema.removeDefault() : undefined;
  const required = inner instanceof z.ZodType ? inner : schema;
  return required instanceof z.ZodExactOptional ? required : required.exactOptional();
}
