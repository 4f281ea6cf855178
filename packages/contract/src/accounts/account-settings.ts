import * as z from 'zod';
import { amountOrZero } from '../fields/amounts.ts';
import { DAY_MS } from '../fields/durations.ts';
import { choice, exactly, flag, integer, list, shape } from '../fields/fields.ts';
import { mapValues } from '../fields/objects.ts';
import { webOrigin } from '../fields/urls.ts';
import { lazy, type Provenance } from '../operation.ts';
import { webhookSignatures } from '../webhooks/webhook-signature.ts';

export const receiverCreditsFormats = ['by_receiver', 'list'] as const;
export const webhookBodies = ['both', 'flat', 'data'] as const;
const ANCESTORS_MAX = 20;
const ACCREDITATION_DELAY_MAX_MS = DAY_MS;

export const settingsParts = ['webhooks', 'timeAndLimits', 'paymentPage', 'payments'] as const;

interface SettingDeclaration<S extends z.ZodType> {
  readonly part: (typeof settingsParts)[number];
  /** A function, so that unused schemas aren't built. */
  readonly schema: () => S;
  /** Value in new accounts, and wherever the setting is absent, such as in older snapshots. */
  readonly initial: z.output<S>;
  readonly provenance: Provenance;
}

function declareSetting<S extends z.ZodType>(declaration: SettingDeclaration<S>): SettingDeclaration<S> {
  return declaration;
}

/** Declares each account setting once. Operations, pages, snapshots and initial values derive from it. */
export const accountSettings = {
  throttle_per_minute: declareSetting({
    part: 'timeAndLimits',
    schema: () => integer(1, 100_000).nullable(),
    initial: null,
    provenance: 'spec',
  }),
  webhook_body: declareSetting({
    part: 'webhooks',
    schema: () => choice(webhookBodies),
    initial: 'both',
    provenance: 'decided',
  }),
  webhook_signature: declareSetting({
    part: 'webhooks',
    schema: () => choice(webhookSignatures),
    initial: 'timestamp',
    provenance: 'decided',
  }),
  receiver_credits: declareSetting({
    part: 'webhooks',
    schema: () => choice(receiverCreditsFormats),
    initial: 'by_receiver',
    provenance: 'field',
  }),
  extra_events: declareSetting({ part: 'webhooks', schema: flag, initial: false, provenance: 'field' }),
  minimum_amount_ves: declareSetting({
    part: 'payments',
    schema: amountOrZero,
    initial: 0,
    provenance: 'field',
  }),
  accreditation_delay_ms: declareSetting({
    part: 'timeAndLimits',
    schema: () => integer(0, ACCREDITATION_DELAY_MAX_MS).nullable(),
    initial: null,
    provenance: 'decided',
  }),
  frame_ancestors: declareSetting({
    part: 'paymentPage',
    schema: () => list(webOrigin(), 0, ANCESTORS_MAX),
    initial: [],
    provenance: 'field',
  }),
};

type SettingDeclarations = typeof accountSettings;
export type SettingName = keyof SettingDeclarations;
export type AccountSettings = {
  readonly [N in SettingName]: z.output<ReturnType<SettingDeclarations[N]['schema']>>;
};

export function settingKindOf(name: SettingName): 'text' | 'flag' | 'list' | 'number' {
  const { initial } = accountSettings[name];
  if (Array.isArray(initial)) return 'list';
  return typeof initial === 'boolean' ? 'flag' : typeof initial === 'string' ? 'text' : 'number';
}

function mapSettings<T>(convert: (declaration: SettingDeclaration<z.ZodType>) => T): Record<SettingName, T> {
  return mapValues(accountSettings as unknown as Record<SettingName, SettingDeclaration<z.ZodType>>, convert);
}

export const initialSettings = mapSettings(({ initial }) => initial) as AccountSettings;

function withProvenance({ provenance }: SettingDeclaration<z.ZodType>, schema: z.ZodType): z.ZodType {
  return schema.meta({ ...schema.meta(), 'x-provenance': provenance });
}

type ResponseSettings = { readonly [N in SettingName]: ReturnType<SettingDeclarations[N]['schema']> };
type UpdateSettings = { readonly [N in SettingName]: z.ZodExactOptional<ResponseSettings[N]> };
type SnapshotSettings = { readonly [N in SettingName]: z.ZodDefault<ResponseSettings[N]> };

export const settingsData = lazy(() =>
  z.object(
    mapSettings((declaration) => withProvenance(declaration, declaration.schema())) as ResponseSettings,
  ),
);

export const settingsBody = lazy(() =>
  shape(
    mapSettings((declaration) =>
      withProvenance(declaration, nullAsAbsent(declaration.schema())),
    ) as UpdateSettings,
  ),
);

/** A setting that is newer than the snapshot gets its initial value. */
export const snapshotSettings = lazy(() =>
  exactly(
    mapSettings((declaration) => declaration.schema().default(declaration.initial)) as SnapshotSettings,
  ),
);

/** Treats null as an absent setting (contract section 9), unless null is a value of the setting. */
function nullAsAbsent(schema: z.ZodType): z.ZodType {
  if (schema.safeParse(null).success) return schema.exactOptional();
  return schema
    .nullable()
    .overwrite((value) => value ?? undefined)
    .exactOptional();
}
