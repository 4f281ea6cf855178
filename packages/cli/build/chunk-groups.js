/** Without the words of other languages, which agents alone are told. */
const schemas = /[\\/]node_modules[\\/]zod[\\/](?!.*[\\/]locales[\\/](?!en\.))/;
const contract =
  /[\\/]packages[\\/](contract[\\/]|texts[\\/](src[\\/](texts|message|number-texts)|compiled[\\/]languages)\.)/;

/**
 * What of the contract is shared is two files, since nearly every command needs some of it, and a file more costs more than a few
 * kilobytes more: what makes a schema, and what makes none. Help, and what is wrong in a command line, are told without schemas.
 */
export function chunkGroups() {
  const known = new Map();
  const group = (name, priority, ofSchemas) => ({
    name: (id, modules) =>
      (schemas.test(id) || contract.test(id)) && makesSchemas(id, modules) === ofSchemas ? name : null,
    priority,
    minShareCount: 2,
  });
  // The bundler puts what a group imports into it, unless a group before it has it.
  return [group('contract-words', 2, false), group('contract', 1, true)];

  function makesSchemas(id, modules) {
    if (!known.has(id)) {
      // For a circle that comes back to it.
      known.set(id, schemas.test(id));
      const { importedIds } = modules.getModuleInfo(id);
      known.set(id, schemas.test(id) || importedIds.some((other) => makesSchemas(other, modules)));
    }
    return known.get(id);
  }
}
