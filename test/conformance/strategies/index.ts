import type { Case } from '../case.ts';
import { blanks } from './blanks.ts';
import { bounds } from './bounds.ts';
import { credentials } from './credentials.ts';
import { enums } from './enums.ts';
import { wrongMethods } from './methods.ts';
import { missing } from './missing.ts';
import { nulls } from './nulls.ts';
import { order } from './order.ts';
import { queries } from './queries.ts';
import { types } from './types.ts';
import { unknownFields } from './unknown-fields.ts';

/** Every case that follows from the contract's schemas. */
export function generatedCases(): readonly Case[] {
  return [
    missing,
    nulls,
    types,
    bounds,
    enums,
    blanks,
    unknownFields,
    order,
    credentials,
    wrongMethods,
    queries,
  ].flatMap((strategy) => strategy());
}
