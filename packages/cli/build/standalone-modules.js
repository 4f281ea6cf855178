import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledTexts } from '../../texts/build/compiled-texts.js';
import { operationSchemas } from './operation-schemas.js';
import { bundling, writing } from './settings.js';

/**
 * Writes `svc-simulator/webhooks` and `svc-simulator/client`, which use no Node API and so run in workers, Deno
 * and Bun. Each is written as an ES module and as CommonJS, with types from the OpenAPI schemas.
 */
export async function writeStandaloneModules(root, folder) {
  const packages = join(root, 'packages');
  const { operations } = await importBundle(join(packages, 'contract/src/operations.ts'));
  const { englishDocument } = await importBundle(join(packages, 'contract/src/openapi/english.ts'));
  const document = englishDocument({ serverUrl: 'http://localhost', version: '0' });
  const { schemas } = document.components;
  const { anyOf: _, ...WebhookBody } = schemas.WebhookBody;
  const Operations = operationSchemas(document, operations);
  const webhooks = join(packages, 'webhooks/src');
  const client = join(packages, 'client/src/published');
  await writeModule('webhooks', join(webhooks, 'index.ts'), folder);
  await writeModule('client', join(client, 'index.ts'), folder, operationTable(operations));
  const bodyTypes = await typesOf({ ...schemas, WebhookBody }, 'WebhookBody');
  const operationTypes = await typesOf({ ...schemas, Operations }, 'Operations');
  await writeTypes(
    'webhooks',
    `${bodyTypes}${await declarationsIn(join(webhooks, 'webhooks-api.ts'))}`,
    folder,
  );
  await writeTypes(
    'client',
    `${operationTypes}${await declarationsIn(join(client, 'client-api.ts'))}`,
    folder,
  );
}

async function declarationsIn(file) {
  const text = await readFile(file, 'utf8');
  return text
    .replace(/^import type [^;]*;\n/gm, '')
    .replace(/^\/\*\* [^\n]*\nexport interface Operations .*?^}\n/ms, '');
}

/**
 * Returns a plugin that replaces the contract's operations with a table of the fields that a call needs. So
 * the published client contains no schemas.
 */
function operationTable(operations) {
  const table = Object.fromEntries(
    operations.map(({ id, path, method, auth, bare }) => [id, { path, method, auth, bare }]),
  );
  const code = `export const operationTable = ${JSON.stringify(table)};`;
  return { name: 'operation-table', load: (file) => (file.endsWith('operation-table.ts') ? code : null) };
}

export async function writeTypes(name, text, folder) {
  await Promise.all([
    writeFile(join(folder, `${name}.d.cts`), text),
    writeFile(join(folder, `${name}.d.mts`), `export * from './${name}.cjs';\n`),
  ]);
}

async function writeModule(name, input, folder, ...plugins) {
  const bundle = await open(input, plugins);
  const forms = { es: `${name}.mjs`, cjs: `${name}.cjs` };
  for (const [format, file] of Object.entries(forms))
    await bundle.write({ ...writing, format, codeSplitting: false, dir: folder, entryFileNames: file });
  await bundle.close();
}

export async function importBundle(input) {
  const bundle = await open(input);
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

async function open(input, plugins = []) {
  const { rolldown } = await import('rolldown');
  const moduleSideEffects = [{ external: true, sideEffects: false }, ...bundling.treeshake.moduleSideEffects];
  return rolldown({
    ...bundling,
    plugins: [compiledTexts(), ...plugins],
    input,
    platform: 'neutral',
    external: /^node:/,
    treeshake: { ...bundling.treeshake, moduleSideEffects },
  });
}

async function typesOf(schemas, first) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const typeNames = new Set([first]);
  for (const name of typeNames)
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      typeNames.add(other);
  const document = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas: Object.fromEntries([...typeNames].sort().map((name) => [name, schemas[name]])) },
  };
  const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true };
  return astToString(await openapiTS(document, options))
    .replace(/^export type [\w$]+ = Record<string, never>;\n/gm, '')
    .replace(/^ {4}\w+: never;\n/gm, '')
    .replace(/^ *\/\*\* (Format: [\w-]+|@enum \{\w+\}) \*\/\n/gm, '')
    .replace(/^ *\* (Format: [\w-]+|@enum \{\w+\})\n/gm, '')
    .replace(/\/\*\*\n *\* @description ([^\n]*)\n *\*\//g, '/** $1 */')
    .replaceAll('@description ', '')
    .replace(
      /^export interface components \{\n +schemas: \{\n(.*?)\n {4}\};\n\}$/ms,
      'interface Schemas {\n$1\n}',
    )
    .replace(/\bcomponents\[(["'])schemas\1\]/g, 'Schemas')
    .replace(/^ {8,}/gm, (spaces) => ' '.repeat(spaces.length / 4 - 1));
}
