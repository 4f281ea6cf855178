import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The licences of the packages whose modules went into a bundle, as one text: what their authors ask for where their
 * code is passed on. `moduleIds` are absolute paths of modules.
 */
export async function licensesOf(moduleIds) {
  const folders = new Set(moduleIds.map(packageFolder).filter((folder) => folder !== undefined));
  const parts = await Promise.all([...folders].sort().map(licenseOf));
  return `The code in this directory contains these packages.\n\n${parts.join('\n')}`;
}

/** `…/node_modules/@scope/name` of a module in there; the innermost one, since packages nest. */
function packageFolder(id) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, '').split('?')[0])?.[0];
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => isNotice(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const rule = '-'.repeat(72);
  return `${rule}\n${name} ${version} (${license ?? 'see below'})\n${rule}\n\n${texts.join('\n').trim()}\n`;
}

/** The last is what a bundle of others says of them. */
function isNotice(file) {
  return /^(licen[cs]e|notice|copying)/i.test(file) || file === 'swagger-ui-bundle.js.LICENSE.txt';
}
