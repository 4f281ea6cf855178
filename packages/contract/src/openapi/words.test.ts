import { readdirSync } from 'node:fs';
import word from 'texts:word';
import { languages, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { accountSettings } from '../accounts/account-settings.ts';
import { membersOf } from '../fields/objects.ts';
import { operations } from '../operations.ts';
import { operatorOperations } from '../operator/operator.ts';
import { sessionFieldList } from '../sessions/session-fields.ts';
import type { ListView } from '../views/view.ts';
import { webhookEvents } from '../webhooks/events.ts';
import { openApiDocument } from './document.ts';
import { documentTexts } from './english.ts';

/** Every view, found by its file name `NOUN-view.ts`. */
const source = new URL('..', import.meta.url);
const views: readonly ListView<never>[] = (
  await Promise.all(
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-view.ts'))
      .map((file) => import(new URL(file, source).pathname)),
  )
).flatMap((module) => Object.values<ListView<never>>(module).filter((one) => 'columns' in Object(one)));

/** Lists missing keys with the catalog file that needs them. */
const describeMissing = (keys: readonly string[], lang: string) =>
  keys.map((key) => `${key} is missing: packages/texts/${lang}.json`);

describe.each(languages)('descriptions of the contract in %s', (lang) => {
  const t = documentTexts(lang);
  const missingTexts = (keys: readonly string[]) =>
    describeMissing(
      keys.filter((key) => t.maybe(key, {}) === undefined),
      lang,
    );

  it('describes each operation', () => {
    const describedOperations = [...operations, ...operatorOperations];
    expect(missingTexts(describedOperations.map(({ id }) => `api.operation.${id}`))).toEqual([]);
  });

  it('describes each webhook', () => {
    expect(missingTexts(webhookEvents.map((event) => `api.webhook.${event}`))).toEqual([]);
    const words = textsByLanguage(word)(lang);
    const keys = webhookEvents.map((event) => `word.webhook.${event}` as const);
    expect(
      describeMissing(
        keys.filter((key) => words.maybe(key) === undefined),
        lang,
      ),
    ).toEqual([]);
  });

  it('explains how each setting differs from production', () => {
    const settings = Object.entries(accountSettings).filter(([, { provenance }]) => provenance !== 'spec');
    expect(missingTexts(settings.map(([name]) => `fidelity.settings.${name}`))).toEqual([]);
  });

  it('labels each setting', () => {
    expect(missingTexts(Object.keys(accountSettings).map((name) => `field.label.${name}`))).toEqual([]);
  });

  it('labels each field of a session', () => {
    expect(missingTexts(sessionFieldList().map(({ name }) => `field.label.${name}`))).toEqual([]);
  });

  it('labels each column, detail and search field of a view', () => {
    const keys = views.flatMap(({ noun, columns, facts = [], filters = [] }) => [
      ...[...columns, ...facts].map(({ field }) =>
        t.maybe(`field.label.${noun}.${field}`, {}) === undefined ? `field.label.${field}` : '',
      ),
      ...filters.filter(({ name }) => name === 'q').map(() => `view.${noun}.find`),
    ]);
    // A header, such as `Idempotency-Key`, is labeled with its name.
    expect(missingTexts(keys.filter((key) => !/^$|-/.test(key)))).toEqual([]);
  });

  it('describes each field of the service', () => {
    const document = openApiDocument(t, { serverUrl: 'http://localhost', version: '0' });
    const undescribed = new Set(undescribedFieldsOf(JSON.parse(JSON.stringify(document))));
    expect(describeMissing([...undescribed].sort(), lang)).toEqual([]);
  });
});

function undescribedFieldsOf(document: unknown): readonly string[] {
  const { paths, webhooks, components } = membersOf(document);
  const schemas = membersOf(membersOf(components).schemas);
  const servicePaths = Object.entries(membersOf(paths)).filter(([path]) => path.startsWith('/api/'));
  const reachableNames = new Set(referencedSchemas([servicePaths, webhooks]));
  for (const name of reachableNames)
    for (const other of referencedSchemas(schemas[name])) reachableNames.add(other);
  // RFC 9457 describes the fields of a problem.
  return [...reachableNames].flatMap((name) =>
    /^(Problem|Fault)/.test(name) ? [] : undescribedPropertiesOf(schemas[name]),
  );
}

function referencedSchemas(part: unknown): readonly string[] {
  return [...JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name = '']) => name,
  );
}

function undescribedPropertiesOf(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const fields = Object.entries(membersOf(membersOf(part).properties)).flatMap(([name, property]) =>
    membersOf(property).description === undefined ? [`field.${name}`] : [],
  );
  return [...fields, ...Object.values(part).flatMap(undescribedPropertiesOf)];
}
