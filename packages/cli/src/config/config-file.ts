import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject, jsonFaultOf } from '@svc-simulator/contract';
import { decodeText } from '@svc-simulator/machine/text-file.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';

export interface ConfigFile {
  readonly path: string;
  /** JSON pointer of the settings in the file: empty, or `/svc-simulator` in a package.json. */
  readonly pointer: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Set if the file can't be read or isn't a JSON object; then `settings` is empty. */
  readonly fault?: Message | Error;
}

const PACKAGE_KEY = 'svc-simulator';

/** Finds the nearest configuration in the directory or above it; null if there is none. */
export function findConfigFile(directory: string): ConfigFile | null {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const configFile =
      readSettings(join(folder, 'sim.config.json')) ??
      readSettings(join(folder, 'package.json'), PACKAGE_KEY);
    if (configFile) return configFile;
    if (dirname(folder) === folder) return null;
  }
}

export function dataDirectoryInConfig(directory: string): string | undefined {
  const file = findConfigFile(directory);
  const data = file?.settings.data;
  return file && typeof data === 'string' ? resolve(dirname(file.path), data) : undefined;
}

function readSettings(path: string, key?: string): ConfigFile | null {
  if (!existsSync(path)) return null;
  const pointer = key === undefined ? '' : `/${key}`;
  let text: string | undefined;
  try {
    text = decodeText(readFileSync(path));
    const content: unknown = JSON.parse(text);
    const settings = key === undefined ? content : isObject(content) ? content[key] : undefined;
    if (isObject(settings)) return { path, pointer, settings };
    if (key !== undefined && settings === undefined) return null;
    return { path, pointer, settings: {}, fault: message('cli.config.not_an_object') };
  } catch (error) {
    // An invalid package.json isn't reported: it might not contain settings of the simulator.
    if (key !== undefined) return null;
    const { line, column } = (text !== undefined && jsonFaultOf(text)?.params) || {};
    const fault = line
      ? message('cli.config.not_json', { line: Number(line), column: Number(column) })
      : null;
    return { path, pointer, settings: {}, fault: fault ?? (error as Error) };
  }
}
