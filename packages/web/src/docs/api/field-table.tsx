import type { Texts } from '@svc-simulator/texts/texts.ts';
import { withCode } from '../../kit/page-frame.tsx';
import { TextTable, t } from '../../kit/parts.tsx';
import type { ApiDocument, Schema } from './api-document.ts';

interface FieldTableProps {
  readonly document: Pick<ApiDocument, 'schemas'>;
  readonly schema: Schema | undefined;
}

export function FieldTable({ document, schema }: FieldTableProps) {
  const rows = rowsOf(schema, '', []);
  if (rows.length === 0) return null;
  return (
    <NamedTable
      heads={[t('docs.fields.field'), t('docs.fields.type'), t('docs.fields.meaning')]}
      rows={rows}
    />
  );

  /** `within` are the schemas around it, since a schema may contain itself. */
  function rowsOf(asked: Schema | undefined, path: string, within: readonly Schema[]): readonly Row[] {
    const here = resolved(asked);
    if (!here || within.includes(here)) return [];
    const around = [...within, here];
    if (here.anyOf && !here.properties) return here.anyOf.flatMap((each) => rowsOf(each, path, around));
    if (here.items) return rowsOf(here.items, `${path}[]`, around);
    return Object.entries(here.properties ?? {}).flatMap(([name, member]) => {
      const field = resolved(member) ?? member;
      const full = path ? `${path}.${name}` : name;
      const isRequired = here.required?.includes(name) === true;
      const meaning = meaningOf(t, isRequired, member.description ?? field.description);
      return [[full, typeOf(t, field, resolved), meaning] as const, ...rowsOf(field, full, around)];
    });
  }

  function resolved(asked: Schema | undefined): Schema | undefined {
    const name = asked?.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? asked : document.schemas[name];
  }
}

export type Row = readonly [name: string, type: string, meaning: string];

interface NamedTableProps {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Rows that begin with a name of the API. */
export function NamedTable({ heads, rows }: NamedTableProps) {
  return (
    <TextTable
      class="table fields"
      head={heads}
      rows={rows.map(([name, ...others]) => [<code>{name}</code>, ...others.map(withCode)])}
      tabindex={0}
    />
  );
}

export function meaningOf(t: Texts, isRequired: boolean | undefined, description = ''): string {
  return [isRequired ? t('docs.fields.required') : '', description].filter(Boolean).join(' ');
}

export function typeOf(
  t: Texts,
  schema: Schema,
  resolved: (schema: Schema) => Schema | undefined = (same) => same,
): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join(', ');
  if (schema.anyOf)
    return schema.anyOf.map((each) => typeOf(t, resolved(each) ?? each, resolved)).join(' / ');
  const names = [schema.type ?? 'any'].flat().map((name) => t.maybe(`docs.fields.types.${name}`) ?? name);
  return names.join(' / ') + (schema.format ? ` (${schema.format})` : '');
}
