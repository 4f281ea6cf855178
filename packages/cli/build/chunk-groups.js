const schemas = /[\\/]node_modules[\\/]zod[\\/](?!.*[\\/]locales[\\/](?!en\.))/;
const contract =
  /[\\/]packages[\\/](contract[\\/]|texts[\\/](src[\\/](texts|message|number-texts)|compiled[\\/]languages)\.)/;

/**
 * Puts the shared parts of the contract into two chunks, since each further file costs more than a few
 * kilobytes. Help and command-line errors load the one without schemas.
 */
export function chunkGroups() {
  const makesSchemasById = new Map();
  const group = (name, priority, ofSchemas) => ({
    name: (id, modules) =>
      (schemas.test(id) || contract.test(id)) && makesSchemas(id, modules) === ofSchemas ? name : null,
    priority,
    minShareCount: 2,
  });
  return [group('contract-words', 2, false), group('contract', 1, true)];

  function makesSchemas(id, modules) {
    if (!makesSchemasById.has(id)) {
      makesSchemasById.set(id, schemas.test(id));
      const { importedIds } = modules.getModuleInfo(id);
      makesSchemasById.set(id, schemas.test(id) || importedIds.some((other) => makesSchemas(other, modules)));
    }
    return makesSchemasById.get(id);
  }
}
