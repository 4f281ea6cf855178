import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PackageSize {
  readonly files: number;
  readonly lines: number;
}

const isProduction = (file: string) =>
  /\.(ts|tsx|js|css)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|(^|\/)(node_modules|test|dist)\//.test(file);

/** Files and lines of production code below a folder; neither empty lines nor comments count. */
export function sizeOf(folder: string): PackageSize {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isProduction);
  const lines = files.map((file) => linesOfCode(readFileSync(join(folder, file), 'utf8')));
  return { files: files.length, lines: lines.reduce((sum, one) => sum + one, 0) };
}

function linesOfCode(text: string): number {
  return text
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}
