import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject, jsonFaultOf } from '@svc-simulator/contract';
import { textIn } from '@svc-simulator/machine/text-file.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';

/** The settings of a project, from `sim.config.json`. */
export interface ConfigFile {
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** What is wrong with it as a whole; it has no settings then. */
  readonly broken?: Message | Error;
}

/** The nearest configuration, in the directory or further up; null when there is none. A file that cannot be read is `broken`. */
export function configFileFor(directory: string): ConfigFile | null {
  for (let place = resolve(directory); ; place = dirname(place)) {
    const path = join(place, 'sim.config.json');
    if (existsSync(path)) return settingsIn(path);
    if (dirname(place) === place) return null;
  }
}

/** The data directory that the configuration names, as an absolute path. */
export function configuredData(directory: string): string | undefined {
  const file = configFileFor(directory);
  const data = file?.settings.data;
  return file && typeof data === 'string' ? resolve(dirname(file.path), data) : undefined;
}

function settingsIn(path: string): ConfigFile {
  let text: string | undefined;
  try {
    text = textIn(readFileSync(path));
    const settings: unknown = JSON.parse(text);
    if (isObject(settings)) return { path, settings };
    return { path, settings: {}, broken: message('cli.config.no_object') };
  } catch (error) {
    const { line, column } = (text !== undefined && jsonFaultOf(text)?.params) || {};
    const broken = line
      ? message('cli.config.no_json', { line: Number(line), column: Number(column) })
      : null;
    return { path, settings: {}, broken: broken ?? (error as Error) };
  }
}
