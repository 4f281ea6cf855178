/**
 * A fault for the simulator: an exact text that occurs once in a source file, and its replacement.
 * @typedef {{ id: string, file: string, text: string, instead: string }} Mutant
 */

/**
 * Returns the mutants of one file, by name.
 * @param {string} file
 * @param {Readonly<Record<string, readonly string[]>>} changes text and replacement
 * @returns {Mutant[]}
 */
export function inFile(file, changes) {
  return Object.entries(changes).map(([id, [text = '', instead = '']]) => ({ id, file, text, instead }));
}
