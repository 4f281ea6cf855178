import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundling, writing } from './settings.js';

/**
 * Writes the modules of the package that need nothing beside them, Node included, so that they run in workers, Deno and Bun too: each as
 * a module, as CommonJS, and with its types. What of the types is the contract's comes from its OpenAPI schemas.
 */
export async function writeStandaloneModules(root, folder) {
  const contract = await loaded(join(root, 'packages/contract/src/index.ts'));
  const { schemas } = contract.openApiDocument({ serverUrl: 'http://localhost', version: '0' }).components;
  const { anyOf: _, ...body } = schemas.WebhookBody;
  const wire = await typesOf({ ...schemas, WebhookBody: body }, ['WebhookBody']);
  const api = await readFile(join(root, 'packages/webhooks/src/webhooks-api.ts'), 'utf8');
  await Promise.all([
    writeModule('webhooks', join(root, 'packages/webhooks/src/index.ts'), folder),
    writeTypes('webhooks', `${wire}\n${api.replace(/^import type [^;]*;\n/gm, '')}`, folder),
  ]);
}

/** The types of a module, for `require` and, by reference, for `import`. */
export async function writeTypes(name, text, folder) {
  await Promise.all([
    writeFile(join(folder, `${name}.d.cts`), text),
    writeFile(join(folder, `${name}.d.mts`), `export * from './${name}.cjs';\n`),
  ]);
}

async function writeModule(name, input, folder) {
  const bundle = await open(input);
  const forms = { es: `${name}.mjs`, cjs: `${name}.cjs` };
  for (const [format, file] of Object.entries(forms))
    await bundle.write({ ...writing, format, codeSplitting: false, dir: folder, entryFileNames: file });
  await bundle.close();
}

/** A workspace as it is at run time. */
async function loaded(input) {
  const bundle = await open(input);
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

async function open(input) {
  // Late, since an install without development dependencies loads this file too.
  const { rolldown } = await import('rolldown');
  const moduleSideEffects = [{ external: true, sideEffects: false }, ...bundling.treeshake.moduleSideEffects];
  return rolldown({
    ...bundling,
    input,
    platform: 'neutral',
    external: /^node:/,
    treeshake: { ...bundling.treeshake, moduleSideEffects },
  });
}

/** Types of these schemas and of those that they refer to, each under its name. */
async function typesOf(schemas, names) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const wanted = new Set(names);
  for (const name of wanted)
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      wanted.add(other);
  const document = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas: Object.fromEntries([...wanted].sort().map((name) => [name, schemas[name]])) },
  };
  const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true };
  return astToString(await openapiTS(document, options))
    .replace(/^export type [\w$]+ = Record<string, never>;\n/gm, '')
    .replace(/^ {4}\w+: never;\n/gm, '')
    .replace(/^export interface components/m, 'interface components')
    .replace(/^ *\/\*\* (Format: [\w-]+|@enum \{string\}) \*\/\n/gm, '')
    .replace(/^ {4,}/gm, (spaces) => ' '.repeat(spaces.length / 4));
}
