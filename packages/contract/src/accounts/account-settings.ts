import * as z from 'zod';
import { amountOrZero } from '../fields/amounts.ts';
import { choice, exactly, flag, integer, list, shape } from '../fields/fields.ts';
import { mapValues } from '../fields/objects.ts';
import { webOrigin } from '../fields/urls.ts';
import { lazy } from '../operation.ts';
import { webhookSignatures } from '../webhooks/webhook-signature.ts';

export const creditForms = ['by_receiver', 'list'] as const;
export const webhookBodies = ['both', 'flat', 'data'] as const;
/** Most origins that may frame the payment page. */
const ANCESTORS_MAX = 20;
/** Longest accreditation delay: a day. */
const ACCREDITATION_DELAY_MAX_MS = 86_400_000;

/** What settings are about, in the order of their page. */
export const settingsParts = ['webhooks', 'timeAndLimits', 'paymentPage', 'payments'] as const;

interface Setting<S extends z.ZodType> {
  readonly about: (typeof settingsParts)[number];
  /** What it may be. A thunk, as all schemas of the contract are. */
  readonly schema: () => S;
  /** Of a new account, and of one that was stored, or saved in a snapshot, before there was this setting. */
  readonly initial: z.output<S>;
  readonly provenance: 'spec' | 'field' | 'decided';
}

function setting<S extends z.ZodType>(declared: Setting<S>): Setting<S> {
  return declared;
}

/**
 * The settings of an account, declared here and nowhere else: what the console's settings answer and take, their page, what snapshots
 * hold, the type of the stored account, and what an account has that never heard of a setting all come from this list.
 */
export const accountSettings = {
  throttle_per_minute: setting({
    about: 'timeAndLimits',
    schema: () => integer(1, 100_000).nullable(),
    initial: null,
    provenance: 'spec',
  }),
  webhook_body: setting({
    about: 'webhooks',
    schema: () => choice(webhookBodies),
    initial: 'both',
    provenance: 'decided',
  }),
  webhook_signature: setting({
    about: 'webhooks',
    schema: () => choice(webhookSignatures),
    initial: 'timestamp',
    provenance: 'decided',
  }),
  receiver_credits: setting({
    about: 'webhooks',
    schema: () => choice(creditForms),
    initial: 'by_receiver',
    provenance: 'field',
  }),
  extra_events: setting({ about: 'webhooks', schema: flag, initial: false, provenance: 'field' }),
  minimum_amount_ves: setting({ about: 'payments', schema: amountOrZero, initial: 0, provenance: 'field' }),
  accreditation_delay_ms: setting({
    about: 'timeAndLimits',
    schema: () => integer(0, ACCREDITATION_DELAY_MAX_MS).nullable(),
    initial: null,
    provenance: 'decided',
  }),
  frame_ancestors: setting({
    about: 'paymentPage',
    schema: () => list(webOrigin(), 0, ANCESTORS_MAX),
    initial: [],
    provenance: 'field',
  }),
};

type Declared = typeof accountSettings;
export type SettingName = keyof Declared;
export type AccountSettings = {
  readonly [N in SettingName]: z.output<ReturnType<Declared[N]['schema']>>;
};

/** How a setting is typed: as a text, as yes or no, as a list, or as a number, of which there may be none. */
export function kindOfSetting(name: SettingName): 'text' | 'flag' | 'list' | 'number' {
  const { initial } = accountSettings[name];
  if (Array.isArray(initial)) return 'list';
  return typeof initial === 'boolean' ? 'flag' : typeof initial === 'string' ? 'text' : 'number';
}

/** The same for every setting, under its name. */
function forEach<T>(made: (declared: Setting<z.ZodType>) => T): Record<SettingName, T> {
  return mapValues(accountSettings as unknown as Record<SettingName, Setting<z.ZodType>>, made);
}

/** Of a new account. */
export const initialSettings = forEach(({ initial }) => initial) as AccountSettings;

/** As the document shows it. */
function marked({ provenance }: Setting<z.ZodType>, schema: z.ZodType): z.ZodType {
  return schema.meta({ ...schema.meta(), 'x-provenance': provenance });
}

type Answered = { readonly [N in SettingName]: ReturnType<Declared[N]['schema']> };
type Given = { readonly [N in SettingName]: z.ZodExactOptional<Answered[N]> };
type Saved = { readonly [N in SettingName]: z.ZodDefault<Answered[N]> };

/** What `GET /console/settings` answers. */
export const settingsData = lazy(() =>
  z.object(forEach((declared) => marked(declared, declared.schema())) as Answered),
);

/** What `PUT /console/settings` takes: what is absent keeps its value. */
export const settingsBody = lazy(() =>
  shape(forEach((declared) => marked(declared, orAbsent(declared.schema()))) as Given),
);

/** The settings in a snapshot. One that was saved before there was a setting has its initial value. */
export const snapshotSettings = lazy(() =>
  exactly(forEach((declared) => declared.schema().default(declared.initial)) as Saved),
);

/** A setting that cannot be null takes null for absent, as every other field does (contract section 9). */
function orAbsent(schema: z.ZodType): z.ZodType {
  if (schema.safeParse(null).success) return schema.exactOptional();
  return schema
    .nullable()
    .overwrite((value) => value ?? undefined)
    .exactOptional();
}
