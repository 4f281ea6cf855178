import type { Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { faultAt, faultsOf } from '../fields/faults.ts';
import { fromField } from '../fields/fields.ts';
import { mapValues, membersOf } from '../fields/objects.ts';
import { olderForms } from '../older-forms.ts';
import { lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { buttonFields, DUE_DATE_BEHAVIOR, requestFields } from './session-fields.ts';

interface SentRequest {
  readonly due_date_session?: string;
  readonly due_date_reached_behavior?: 'keep_active' | 'deactivate';
  readonly due_date_link?: unknown;
  readonly expire_behavior_link?: unknown;
}

/** Names that documents of the field gave to fields of a request before; they are taken for the new ones (contract section 10). */
const olderNames = {
  due_date_link: 'due_date_session',
  expire_behavior_link: 'due_date_reached_behavior',
} as const;

/** Names that are not taken any more, each with what it is called now. */
const refusedNames = olderForms.names;

/** A field that is no more, with what it is called now: it is known so that it can be told from an unknown one, and goes before anything is made of it. */
function former(name: string, isRefused = false) {
  return z
    .unknown()
    .meta({
      ...fromField,
      deprecated: true,
      means: (t: Texts) => t(isRefused ? 'field.refused_name' : 'field.older_name', { name }),
    })
    .exactOptional();
}

type RefusedFields = Readonly<Record<keyof typeof refusedNames, ReturnType<typeof former>>>;

function refusedFields(): RefusedFields {
  return mapValues(refusedNames, (name) => former(name, true));
}

/** A button as it may be sent; `withoutRefusedNames` takes the rest away. */
export const sentButtonFields = lazy(() => ({ ...buttonFields(), ...refusedFields() }));

/** A request as it may be sent, with the older names of its fields; `withNewNames` makes it one of new names alone. */
export const sentRequestFields = lazy(() => {
  const { due_date_session, due_date_reached_behavior, ...others } = requestFields();
  return {
    ...others,
    due_date_session,
    due_date_reached_behavior: due_date_reached_behavior
      .removeDefault()
      .meta({ default: DUE_DATE_BEHAVIOR })
      .exactOptional(),
    due_date_link: former('due_date_session'),
    expire_behavior_link: former('due_date_reached_behavior'),
    ...refusedFields(),
  };
});

/** Faults of a request's older names, where the new one does not stand. */
export function faultsOfOlderNames(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return [];
  const given = membersOf(body);
  return Object.entries(olderNames).flatMap(([older, name]) => {
    if (given[name] !== undefined || given[older] === undefined) return [];
    const parsed = requestFields()[name].safeParse(given[older]);
    return parsed.success ? [] : faultsOf(parsed.error).map((fault) => ({ ...fault, pointer: `/${older}` }));
  });
}

/** Faults of names that were once, where the new one does not stand. */
export function faultsOfRefusedNames(body: unknown): Fault[] {
  const given = membersOf(body);
  return Object.entries(refusedNames)
    .filter(([older, name]) => given[older] !== undefined && given[name] === undefined)
    .map(([older, name]) => faultAt(`/${older}`, 'fault.older.name', { newer: name }));
}

/** A body without what is not taken any more and stands beside its new name. */
export function withoutRefusedNames<B extends object>(body: B): B {
  const former = Object.keys(refusedNames).filter((name) => name in body);
  if (former.length === 0) return body;
  const kept = { ...body };
  for (const name of former) Reflect.deleteProperty(kept, name);
  return kept;
}

/** A valid request under its new names, which win where both stand. */
export function withNewNames<B extends SentRequest>(body: B): B {
  const { due_date_link, expire_behavior_link, ...own } = withoutRefusedNames(body);
  const due = own.due_date_session ?? due_date_link;
  return {
    ...own,
    ...(due !== undefined && { due_date_session: due }),
    due_date_reached_behavior: own.due_date_reached_behavior ?? expire_behavior_link ?? DUE_DATE_BEHAVIOR,
  } as B;
}
