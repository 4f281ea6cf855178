const zodFiles = /[\\/]node_modules[\\/]zod[\\/](?!.*[\\/]locales[\\/](?!en\.))/;
const contractFiles =
  /[\\/]packages[\\/](contract[\\/]|texts[\\/](src[\\/](texts|message|number-texts)|compiled[\\/]languages)\.)/;

/**
 * Puts the modules of the contract that several entries share into two chunks, with and without schemas. Help
 * and command-line errors load only the second chunk. More chunks would be slower, because another file costs
 * more time than a few kilobytes.
 */
export function chunkGroups() {
  const usesSchemasById = new Map();
  const group = (name, priority, withSchemas) => ({
    name: (id, modules) =>
      (zodFiles.test(id) || contractFiles.test(id)) && usesSchemas(id, modules) === withSchemas ? name : null,
    priority,
    minShareCount: 2,
  });
  return [group('contract-words', 2, false), group('contract', 1, true)];

  function usesSchemas(id, modules) {
    if (!usesSchemasById.has(id)) {
      // Set before the recursion, because imports can be cyclic.
      usesSchemasById.set(id, zodFiles.test(id));
      const { importedIds } = modules.getModuleInfo(id);
      usesSchemasById.set(id, zodFiles.test(id) || importedIds.some((other) => usesSchemas(other, modules)));
    }
    return usesSchemasById.get(id);
  }
}
