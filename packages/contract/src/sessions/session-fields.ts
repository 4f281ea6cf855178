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

/** Default validity of a button (contract section 3). */
export const DEFAULT_DURATION_MINUTES = 10;

/** Fields of a button session (specification, Payment session). */
export const buttonFields = lazy(() => ({
  ...sharedFields(),
  duration_minutes: integer(5, 20).meta(fromField).default(DEFAULT_DURATION_MINUTES),
  identifier_label: text(),
  description: text(LONG_TEXT_LIMIT),
  success_url: returnUrl(),
  failure_url: returnUrl(),
}));

/** Fields of a request session (contract section 3). */
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

export const DUE_DATE_BEHAVIOR = 'keep_active';

type Button = ReturnType<typeof buttonFields>;
type Request = ReturnType<typeof requestFields>;
type Either = Omit<Button, keyof Request> & Request;
type WhenGiven<S> = S extends z.ZodExactOptional
  ? S
  : S extends z.ZodDefault<infer I extends z.ZodType>
    ? z.ZodExactOptional<I>
    : S extends z.ZodType
      ? z.ZodExactOptional<S>
      : never;
type OfEvery = {
  readonly [N in keyof Either]: N extends keyof Button & keyof Request ? Request[N] : WhenGiven<Either[N]>;
};

/** Fields of a session of any origin in responses and snapshots; absent ones stay absent. */
export const sessionFields = lazy((): OfEvery => {
  const [button, request] = [buttonFields(), requestFields()];
  const either = Object.entries({ ...button, ...request });
  return Object.fromEntries(
    either.map(([name, schema]) => [name, name in button && name in request ? schema : whenGiven(schema)]),
  ) as OfEvery;
});

export type SessionFieldName = keyof Either;

export type SessionFields = z.infer<z.ZodObject<OfEvery>>;

export const sessionFieldList = lazy(() =>
  Object.entries({ ...requestFields(), ...buttonFields() }).map(([name, schema]) => ({
    name: name as SessionFieldName,
    isOptionalText: schema instanceof z.ZodExactOptional && schema.unwrap() instanceof z.ZodString,
  })),
);

export const neededFields = lazy(() => ({
  button: neededIn(buttonFields()),
  request: neededIn(requestFields()),
}));

function neededIn(fields: Readonly<Record<string, z.ZodType>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?._zod.optin === undefined);
}

function whenGiven(schema: z.ZodType): z.ZodType {
  const inner = schema instanceof z.ZodDefault ? schema.removeDefault() : undefined;
  const given = inner instanceof z.ZodType ? inner : schema;
  return given instanceof z.ZodExactOptional ? given : given.exactOptional();
}
