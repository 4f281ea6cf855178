import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the licenses of the packages whose modules went into a bundle, as one text. Packages with the same
 * terms share one copy. `moduleIds` are absolute paths.
 */
export async function licensesOf(moduleIds) {
  const folders = new Set(moduleIds.map(enclosingPackage).filter((folder) => folder !== undefined));
  const groups = new Map();
  for (const { head, terms } of await Promise.all([...folders].sort().map(licenseOf))) {
    const words = terms.replace(/\s+/g, ' ');
    const group = groups.get(words) ?? { heads: [], terms };
    groups.set(words, group);
    group.heads.push(head);
  }
  const rule = `${'-'.repeat(72)}\n`;
  const parts = [...groups.values()].map(
    ({ heads, terms }) => `${rule}${heads.join('\n')}${rule}\n${terms}\n`,
  );
  return `The code in this directory contains these packages.\n\n${parts.join('\n')}`;
}

/** Returns the directory of a module's package: the innermost `…/node_modules/@scope/name` of its path. */
function enclosingPackage(id) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, '').split('?')[0])?.[0];
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => isNotice(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const text = texts.join('\n').trim();
  const start = Math.max(0, text.search(/^\s*(Permission|Redistribution) /m));
  const authors = text
    .slice(0, start)
    .replace(/\n\s*\n/g, '\n')
    .trim();
  return {
    head: `${name} ${version} (${license ?? 'see below'})\n${authors && `${authors}\n`}`,
    terms: text.slice(start).trim(),
  };
}

function isNotice(file) {
  return /^(licen[cs]e|notice|copying)/i.test(file);
}
