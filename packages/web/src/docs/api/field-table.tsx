import type { Texts } from '@svc-simulator/texts/texts.ts';
import { withCode } from '../../kit/page-frame.tsx';
import { TextTable, t } from '../../kit/parts.tsx';
import type { ApiDocument, Schema } from './api-document.ts';

type FieldTableProps = Readonly<{ document: Pick<ApiDocument, 'schemas'>; schema: Schema | undefined }>;

export function FieldTable({ document, schema }: FieldTableProps) {
  const rows = rowsOf(schema, '', []);
  if (rows.length === 0) return null;
  const heads = [t('docs.fields.field'), t('docs.fields.type'), t('docs.fields.meaning')];
  return <NamedTable heads={heads} rows={rows} />;

  /** Lists the fields of a schema. `enclosing` ends the recursion when a schema contains itself. */
  function rowsOf(
    reference: Schema | undefined,
    path: string,
    enclosing: readonly Schema[],
  ): readonly FieldRow[] {
    const schema = resolve(reference);
    if (!schema || enclosing.includes(schema)) return [];
    const schemas = [...enclosing, schema];
    if (schema.anyOf && !schema.properties)
      return schema.anyOf.flatMap((alternative) => rowsOf(alternative, path, schemas));
    if (schema.items) return rowsOf(schema.items, `${path}[]`, schemas);
    return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
      const field = resolve(member) ?? member;
      const fieldPath = path ? `${path}.${name}` : name;
      const isRequired = schema.required?.includes(name) === true;
      const meaning = meaningOf(t, isRequired, member.description ?? field.description);
      return [
        [fieldPath, typeText(t, field, resolve), meaning] as const,
        ...rowsOf(field, fieldPath, schemas),
      ];
    });
  }

  function resolve(reference: Schema | undefined): Schema | undefined {
    const name = reference?.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? reference : document.schemas[name];
  }
}

export type FieldRow = readonly [name: string, type: string, meaning: string];

type NamedTableProps = Readonly<{ heads: readonly string[]; rows: readonly (readonly string[])[] }>;

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

export function typeText(
  t: Texts,
  schema: Schema,
  resolve: (schema: Schema) => Schema | undefined = (schema) => schema,
): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join(', ');
  if (schema.anyOf)
    return schema.anyOf
      .map((alternative) => typeText(t, resolve(alternative) ?? alternative, resolve))
      .join(' / ');
  const names = [schema.type ?? 'any'].flat().map((name) => t.maybe(`docs.fields.types.${name}`) ?? name);
  return names.join(' / ') + (schema.format ? ` (${schema.format})` : '');
}
