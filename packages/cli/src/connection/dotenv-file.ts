import { chmod, readFile, writeFile } from 'node:fs/promises';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { refusing } from '../failures.ts';

/**
 * A variable with its value and its line end, as dotenv reads it: in quotes the value may have several lines. Over the file's bytes as
 * Latin-1, so that what is not UTF-8 is kept as it is.
 */
const ENTRY =
  /^(?:\xef\xbb\xbf)?[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?:('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)(?=[^\S\n]*(?:#[^\n]*)?(?:\n|$)))?([^\n]*)(?:\n|$)/gm;

/** A `.env` file. */
export class DotenvFile {
  readonly #t: Texts;
  readonly #path: string;
  readonly #bytes: string;

  private constructor(t: Texts, path: string, bytes: string) {
    this.#t = t;
    this.#path = path;
    this.#bytes = bytes;
  }

  /** Empty, when there is none yet. @throws CommandError when it cannot be read. */
  static async open(t: Texts, path: string): Promise<DotenvFile> {
    const bytes = await readFile(path, 'latin1').catch((error: unknown) =>
      errorCode(error) === 'ENOENT' ? '' : unwritable(t, path)(error),
    );
    return new DotenvFile(t, path, bytes);
  }

  /** The value of a variable; undefined where it is not in the file. */
  valueOf(name: string): string | undefined {
    const found = [...this.#bytes.matchAll(ENTRY)].findLast(([, own]) => own === name);
    if (!found) return undefined;
    const [, , quoted, bare = ''] = found;
    return Buffer.from(quoted?.slice(1, -1) ?? bare.trim(), 'latin1').toString();
  }

  /** Replaces the variables that stand in the file, and adds the others at its end. Readable by its owner only. @throws CommandError */
  async write(environment: Readonly<Record<string, string>>): Promise<void> {
    const others = this.#bytes.replace(ENTRY, (entry, name) =>
      Object.hasOwn(environment, name) ? '' : entry,
    );
    const kept = others === '' || others.endsWith('\n') ? others : `${others}\n`;
    const own = Object.entries(environment).map(([name, value]) => `${name}=${written(value)}\n`);
    const bytes = Buffer.concat([Buffer.from(kept, 'latin1'), Buffer.from(own.join(''))]);
    await this.#hide();
    await writeFile(this.#path, bytes, { mode: 0o600 }).catch(unwritable(this.#t, this.#path));
  }

  /** Before anything secret is in it. */
  async #hide(): Promise<void> {
    await chmod(this.#path, 0o600).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') unwritable(this.#t, this.#path)(error);
    });
  }
}

function unwritable(t: Texts, path: string) {
  return refusing(t, (code) => t('machine.cannot_written', { name: path, code }), 'usage');
}

/** Without quotes where none are needed: `docker run --env-file` takes them for a part of the value. */
function written(value: string): string {
  if (/^[\w.,:/@%+=*-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((each) => !value.includes(each));
  return quote === undefined ? JSON.stringify(value) : quote + value + quote;
}
