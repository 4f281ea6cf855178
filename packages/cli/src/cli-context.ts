import { readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import { onNpxGone } from './npx-watch.ts';
import { onReaderGone } from './reader-watch.ts';

export interface CliOutput {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined if the stream is not a terminal. */
  readonly width: number | undefined;
  /** The underlying stream, for code that moves the cursor. */
  readonly stream?: NodeJS.WriteStream;
}

export interface ChildProgram {
  /** Rejects with the system's error if the program could not be started. */
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

export interface OutputLanguage {
  readonly code: Language;
  /** Flag or variable that selected the language; undefined for the configuration file and for the default. */
  readonly source?: string | undefined;
}

/** The world outside the program; tests replace all of it. */
export interface CliEnvironment {
  /** Arguments of the command line. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /**
   * The command that messages suggest, such as `npx sim`; in the relay's own package, the relay's command.
   */
  readonly program: string;
  /** The command that started this process: `sim` or `relay`. */
  readonly startedCommand: string;
  /** True in the relay's own package, which doesn't contain `sim`. */
  readonly isRelayPackage: boolean;
  readonly pid: number;
  /** True if the process runs only this program. It may then set limits and handlers for the whole process. */
  readonly ownsProcess: boolean;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readStdin(): Promise<string>;
  /**
   * Asks for a line at the terminal. Resolves to an empty text at the end of input, and to null if stdin or
   * stderr isn't a terminal. With `isSecret`, the typed text isn't shown.
   */
  ask(question: string, isSecret?: boolean): Promise<string | null>;
  now(): number;
  /** Returns milliseconds that never go back, from an arbitrary start. */
  elapsed(): number;
  deadline(ms: number): AbortSignal;
  /** Returns 20 characters with 120 random bits. */
  randomPassword(): string;
  isAlive(pid: number): boolean;
  /**
   * Calls the listener for each SIGINT, SIGTERM and SIGHUP instead of ending the process; returns a function
   * that removes the listener.
   */
  onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void;
  /**
   * Calls the listener once the reader of stdout has closed it; returns a function that removes the listener.
   */
  onReaderGone(listener: () => void): () => void;
  /**
   * Calls the listener with the reason of each unhandled rejection; returns a function that removes the
   * listener.
   */
  onStrayRejection(listener: (reason: unknown) => void): () => void;
  keepHeapSmall(): Promise<void>;
  run(words: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<ChildProgram>;
  /** Packs a package into the working directory with npm; rejects with npm's error. */
  pack(packageDirectory: string): Promise<void>;
  openInBrowser(url: string): Promise<boolean>;
  exit(code: number): void;
}

export interface CliContext extends CliEnvironment {
  readonly t: Texts;
  readonly outputLanguage?: OutputLanguage;
}

const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** `name` is the binary: `sim`, `relay` or `svc-relay`. */
export function environmentOfProcess(process: NodeJS.Process, name: string): CliEnvironment {
  const isRelayPackage = name === 'svc-relay';
  return {
    words: process.argv.slice(2),
    env: process.env,
    directory: process.cwd(),
    program: programName(process, isRelayPackage ? name : 'sim'),
    startedCommand: programName(process, name),
    isRelayPackage,
    pid: process.pid,
    ownsProcess: true,
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    readStdin: () => readText(process.stdin),
    ask: (question, isSecret) => ask(process, question, isSecret),
    now: Date.now,
    elapsed: () => performance.now(),
    deadline: (ms) => AbortSignal.timeout(Math.ceil(ms)),
    randomPassword: () => {
      // Loaded on use: most commands need no password, and loading this module takes as long as printing the
      // help.
      const { randomBytes } = process.getBuiltinModule('node:crypto');
      // A password that begins with a hyphen would be parsed as a flag.
      return randomBytes(15).toString('base64url').replace(/^-/, '0');
    },
    isAlive: (pid) => isAlive(process, pid),
    onStopSignal: (listener) => {
      for (const signal of stopSignals) process.on(signal, listener);
      const stopWatchingNpx = onNpxGone({ env: process.env, parent: () => process.ppid }, () =>
        listener('SIGTERM'),
      );
      return () => {
        stopWatchingNpx();
        // Closing a terminal may send SIGHUP again during the exit, which must not change the exit code.
        process.on('SIGHUP', () => {});
        for (const signal of stopSignals) process.off(signal, listener);
      };
    },
    onReaderGone: (listener) => onReaderGone(process.stdout.fd, listener),
    onStrayRejection: (listener) => {
      process.on('unhandledRejection', listener);
      return () => process.off('unhandledRejection', listener);
    },
    run: (words, env) => run(words, env),
    pack: (folder) => pack(folder, process.cwd()),
    keepHeapSmall: async () => (await import('node:v8')).setFlagsFromString('--heap-growing-percent=100'),
    openInBrowser: async (url) => (await import('./browser.ts')).openInBrowser(process, url),
    exit: (code) => process.exit(code),
  };
}

/**
 * Returns the arguments that start a program. On Windows, `npm` and similar programs are scripts, which need
 * a shell.
 */
export function commandFor(
  platform: NodeJS.Platform,
  words: readonly string[],
): { readonly command: readonly string[]; readonly shell: boolean } {
  if (platform !== 'win32') return { command: words, shell: false };
  const quotedWords = words.map((word) =>
    /^[\w./:\\=@-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`,
  );
  return { command: quotedWords, shell: true };
}

async function run(
  [program = '', ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ChildProgram> {
  const [{ spawn }, { existsSync }] = await Promise.all([import('node:child_process'), import('node:fs')]);
  const { command, shell } = commandFor(process.platform, [program, ...words]);
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: 'inherit', env, shell });
  // Looks for the program after EACCES, which the system reports even for a missing program if a directory of
  // the PATH is unreadable.
  const isInstalled = () =>
    program.includes('/') ||
    (env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));
  return {
    exit: new Promise((resolve, reject) => {
      child.once('error', (error) =>
        reject(isInstalled() ? error : Object.assign(error, { code: 'ENOENT' })),
      );
      child.once('exit', (code, signal) => resolve({ code, signal }));
    }),
    kill: (signal) => void child.kill(signal),
  };
}

async function pack(folder: string, directory: string): Promise<void> {
  const [{ execFile }, { promisify }] = await Promise.all([
    import('node:child_process'),
    import('node:util'),
  ]);
  // `--ignore-scripts`, because the package's scripts build from sources, which an installed package lacks.
  const words = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', directory];
  const { command, shell } = commandFor(process.platform, words);
  const [file = '', ...args] = command;
  await promisify(execFile)(file, args, { cwd: folder, shell });
}

function toOutput(stream: NodeJS.WriteStream): CliOutput {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    width: stream.columns,
    stream,
  };
}

async function readText(stream: NodeJS.ReadStream): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const { decodeText } = await import('@svc-simulator/machine/text-file.ts');
  return decodeText(Buffer.concat(parts));
}

async function ask(
  { stdin, stderr }: NodeJS.Process,
  question: string,
  isSecret = false,
): Promise<string | null> {
  if (!stdin.isTTY || !stderr.isTTY) return null;
  const [{ createInterface }, { Writable }] = await Promise.all([
    import('node:readline'),
    import('node:stream'),
  ]);
  const discard = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const reader = createInterface({ input: stdin, output: isSecret ? discard : stderr, terminal: true });
  if (isSecret) stderr.write(question);
  return new Promise((resolve) => {
    reader.once('close', () => {
      if (isSecret) stderr.write('\n');
      resolve('');
    });
    reader.question(question, (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}

/** Tests with signal 0 that the process exists. EPERM means that it exists, but belongs to another user. */
function isAlive(process: NodeJS.Process, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/**
 * Returns true for a process that has ended, but that its parent hasn't collected. In a container without init,
 * it stays in the process table indefinitely. Works only on Linux.
 */
function isZombie(pid: number): boolean {
  try {
    // Matches up to the last parenthesis, because the state follows the program's name, which is in
    // parentheses and may contain any character.
    return /^.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Returns the command that runs this program, for hints: `npx sim` if npx or an npm script started it. */
export function programName(
  { argv, env, cwd }: Pick<NodeJS.Process, 'argv' | 'env' | 'cwd'>,
  name: string,
): string {
  // The relay is never suggested with npx, which could download another author's package of the same name.
  // `npx sim` is safe: it runs the project's own `sim`.
  if (env.npm_command !== undefined && name === 'svc-relay') return name;
  if (env.npm_command !== undefined) return name === 'relay' ? 'npx sim relay' : 'npx sim';
  const script = argv[1] ?? name;
  if (!script.endsWith('.js')) return name;
  const path = relative(cwd(), script).replace(/[^/\\]+(?=\.js$)/, name);
  return `node ${/[^\w./@-]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : path}`;
}
