import * as z from 'zod';
import { amountOrZero } from '../fields/amounts.ts';
import { DAY_MS } from '../fields/durations.ts';
import { choice, exactly, flag, integer, list, shape } from '../fields/fields.ts';
import { mapValues } from '../fields/objects.ts';
import { webOrigin } from '../fields/urls.ts';
import { lazy } from '../operation.ts';
import { webhookSignatures } from '../webhooks/webhook-signature.ts';

export const creditForms = ['by_receiver', 'list'] as const;
export const webhookBodies = ['both', 'flat', 'data'] as const;
const ANCESTORS_MAX = 20;
const ACCREDITATION_DELAY_MAX_MS = DAY_MS;

export const settingsParts = ['webhooks', 'timeAndLimits', 'paymentPage', 'payments'] as const;

interface Setting<S extends z.ZodType> {
  readonly about: (typeof settingsParts)[number];
  /** A thunk, as all schemas of the contract are. */
  readonly schema: () => S;
  /** Value for new accounts, and for accounts and snapshots older than the setting. */
  readonly initial: z.output<S>;
  readonly provenance: 'spec' | 'field' | 'decided';
}

function setting<S extends z.ZodType>(declared: Setting<S>): Setting<S> {
  return declared;
}

/**
 * The only declaration of the account settings. The console's operations, the settings page, snapshots, the
 * stored account and initial values all derive from it.
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

/** Returns the input type of a setting: text, boolean, list, or a number that may be null. */
export function kindOfSetting(name: SettingName): 'text' | 'flag' | 'list' | 'number' {
  const { initial } = accountSettings[name];
  if (Array.isArray(initial)) return 'list';
  return typeof initial === 'boolean' ? 'flag' : typeof initial === 'string' ? 'text' : 'number';
}

function forEach<T>(made: (declared: Setting<z.ZodType>) => T): Record<SettingName, T> {
  return mapValues(accountSettings as unknown as Record<SettingName, Setting<z.ZodType>>, made);
}

export const initialSettings = forEach(({ initial }) => initial) as AccountSettings;

function marked({ provenance }: Setting<z.ZodType>, schema: z.ZodType): z.ZodType {
  return schema.meta({ ...schema.meta(), 'x-provenance': provenance });
}

type Answered = { readonly [N in SettingName]: ReturnType<Declared[N]['schema']> };
type Given = { readonly [N in SettingName]: z.ZodExactOptional<Answered[N]> };
type Saved = { readonly [N in SettingName]: z.ZodDefault<Answered[N]> };

export const settingsData = lazy(() =>
  z.object(forEach((declared) => marked(declared, declared.schema())) as Answered),
);

/** Body of `PUT /console/settings`; absent settings keep their value. */
export const settingsBody = lazy(() =>
  shape(forEach((declared) => marked(declared, orAbsent(declared.schema()))) as Given),
);

/** Settings in a snapshot. A setting newer than the snapshot has its initial value. */
export const snapshotSettings = lazy(() =>
  exactly(forEach((declared) => declared.schema().default(declared.initial)) as Saved),
);

/** Treats null as absent for a setting that can't be null, as in all other fields (contract section 9). */
function orAbsent(schema: z.ZodType): z.ZodType {
  if (schema.safeParse(null).success) return schema.exactOptional();
  return schema
    .nullable()
    .overwrite((value) => value ?? undefined)
    .exactOptional();
}
