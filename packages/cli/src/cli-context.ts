import { readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';

/** One of the two streams that the command writes to. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined when it is none. */
  readonly width: number | undefined;
  /** The stream itself, for what has to move a terminal's cursor. */
  readonly stream?: NodeJS.WriteStream;
}

/** A program that runs with this process's stdin, stdout and stderr. */
export interface ChildProgram {
  /** Rejects with the system's error when it could not be started. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

/** Whom a command serves: the language of what it makes for people, and the flag or variable that says so. */
export interface Reader {
  readonly code: Language;
  /** Undefined: the project's file, or nothing. */
  readonly from?: string | undefined;
}

/** Everything outside that a program may touch; tests put their own in its place. */
export interface Outside {
  /** The words after the program's name. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** How `sim` is called here, for hints that are to be pasted: `npx sim`; the relay itself where it is alone. */
  readonly program: string;
  /** How this program is called: `sim`, or the relay as a program of its own. */
  readonly self: string;
  /** This is the relay as a package of its own: no `sim` is installed next to it, so no hint names one. */
  readonly isAlone: boolean;
  readonly pid: number;
  /** Nothing else runs in this process, as a test would. */
  readonly ownsProcess: boolean;
  /** The program's result: data, and nothing else. */
  readonly stdout: Output;
  readonly stderr: Output;
  readStdin(): Promise<string>;
  /**
   * Asks whoever sits at the terminal for a line, empty at its end; null when stdin or stderr is no terminal. What is typed of a
   * secret does not show.
   */
  ask(question: string, isSecret?: boolean): Promise<string | null>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that only ever pass, for what lasts. */
  elapsed(): number;
  /** A signal that is aborted after so many milliseconds. */
  deadline(ms: number): AbortSignal;
  /** 120 random bits in 20 characters. */
  randomPassword(): string;
  isAlive(pid: number): boolean;
  /** Calls the listener for each SIGINT, SIGTERM and SIGHUP instead of ending at once; returns how to stop that. */
  onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void;
  /** Calls the listener with what a promise that nobody waits for rejected with. */
  onStrayRejection(listener: (reason: unknown) => void): () => void;
  /** Lets the heap grow to twice of what lives in it before it is collected, where V8 otherwise waits for four times. */
  keepHeapSmall(): Promise<void>;
  /** Starts a program; `env` is all of its environment. */
  run(words: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<ChildProgram>;
  /** Packs a package into the command's directory, as npm does. Rejects with what npm said. */
  pack(folder: string): Promise<void>;
  /** Opens an address in this machine's browser; false when there is none. */
  openInBrowser(url: string): Promise<boolean>;
  /** Ends the process at once. */
  exit(code: number): void;
}

/** The same with a language: all that a command gets. */
export interface CliContext extends Outside {
  /** Says what people read. */
  readonly t: Texts;
  /** Also where `--json` has the command itself speak English. */
  readonly reader?: Reader;
}

const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What a real process has. `name` is the binary's: `sim`, `relay` or `svc-relay`. */
export function outsideOf(process: NodeJS.Process, name: string): Outside {
  const isAlone = name === 'svc-relay';
  return {
    words: process.argv.slice(2),
    env: process.env,
    directory: process.cwd(),
    program: programName(process, isAlone ? name : 'sim'),
    self: programName(process, name),
    isAlone,
    pid: process.pid,
    ownsProcess: true,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    readStdin: () => textOf(process.stdin),
    ask: (question, isSecret) => ask(process, question, isSecret),
    now: Date.now,
    elapsed: () => performance.now(),
    // What is left of a span has fractions, which Node refuses.
    deadline: (ms) => AbortSignal.timeout(Math.ceil(ms)),
    // A word that begins with a hyphen would be taken for a flag.
    randomPassword: () => {
      // Most commands want none, and it takes as long to load as the words of the help.
      const { randomBytes } = process.getBuiltinModule('node:crypto');
      return randomBytes(15).toString('base64url').replace(/^-/, '0');
    },
    isAlive: (pid) => isAlive(process, pid),
    onStopSignal: (listener) => {
      for (const signal of stopSignals) process.on(signal, listener);
      return () => {
        // A terminal that was closed may say so once more while the process ends, which must not change how it ends.
        process.on('SIGHUP', () => {});
        for (const signal of stopSignals) process.off(signal, listener);
      };
    },
    onStrayRejection: (listener) => {
      process.on('unhandledRejection', listener);
      return () => process.off('unhandledRejection', listener);
    },
    run: (words, env) => run(words, env),
    pack: (folder) => pack(folder, process.cwd()),
    // These are loaded by those who use them.
    keepHeapSmall: async () => (await import('node:v8')).setFlagsFromString('--heap-growing-percent=100'),
    openInBrowser: async (url) => (await import('./browser.ts')).openInBrowser(process, url),
    exit: (code) => process.exit(code),
  };
}

/** How a system is told to run a program: on Windows `npm` and its like are scripts, which only a shell runs, and it splits words anew. */
export function commandFor(
  platform: NodeJS.Platform,
  words: readonly string[],
): { readonly command: readonly string[]; readonly shell: boolean } {
  if (platform !== 'win32') return { command: words, shell: false };
  const quoted = words.map((word) =>
    /^[\w./:\\=@-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`,
  );
  return { command: quoted, shell: true };
}

async function run(
  [program = '', ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ChildProgram> {
  // Loaded when they are used: most commands start no program.
  const [{ spawn }, { existsSync }] = await Promise.all([import('node:child_process'), import('node:fs')]);
  const { command, shell } = commandFor(process.platform, [program, ...words]);
  const [file = '', ...others] = command;
  const child = spawn(file, others, { stdio: 'inherit', env, shell });
  // The system says EACCES, too, when there is no such program and a directory of the PATH cannot be looked into.
  const isThere = () =>
    program.includes('/') ||
    (env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', (error) => reject(isThere() ? error : Object.assign(error, { code: 'ENOENT' })));
      child.once('exit', (code, signal) => resolve({ code, signal }));
    }),
    kill: (signal) => void child.kill(signal),
  };
}

async function pack(folder: string, into: string): Promise<void> {
  const [{ execFile }, { promisify }] = await Promise.all([
    import('node:child_process'),
    import('node:util'),
  ]);
  // Its scripts build from the sources, which an installed package has not.
  const words = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', into];
  const { command, shell } = commandFor(process.platform, words);
  const [file = '', ...others] = command;
  await promisify(execFile)(file, others, { cwd: folder, shell });
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    width: stream.columns,
    stream,
  };
}

async function textOf(stream: NodeJS.ReadStream): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const { textIn } = await import('@svc-simulator/machine/text-file.ts');
  return textIn(Buffer.concat(parts));
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
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? nowhere : stderr, terminal: true });
  if (isSecret) stderr.write(question);
  return new Promise((resolve) => {
    lines.once('close', () => {
      if (isSecret) stderr.write('\n');
      resolve('');
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

/** Signal 0 asks without sending; EPERM means that it lives, under another user. */
function isAlive(process: NodeJS.Process, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** One that was killed stays in Linux's table until its parent takes note, in a container without an init for ever. */
function isZombie(pid: number): boolean {
  try {
    // Its state comes after its name, which may hold anything.
    return /^.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/**
 * A bare `sim` works only where it was found on the PATH; npx and npm scripts put it there for themselves alone. Where they did, the
 * package is installed, and `npx sim` is ours.
 */
export function programName(
  { argv, env, cwd }: Pick<NodeJS.Process, 'argv' | 'env' | 'cwd'>,
  name: string,
): string {
  // On the registry `sim` and `svc-relay` are other people's packages.
  if (env.npm_command !== undefined && name === 'svc-relay') return name;
  if (env.npm_command !== undefined) return name === 'relay' ? 'npx sim relay' : 'npx sim';
  const script = argv[1] ?? name;
  if (!script.endsWith('.js')) return name;
  // The programs of a package lie side by side.
  const path = relative(cwd(), script).replace(/[^/\\]+(?=\.js$)/, name);
  return `node ${/[^\w./@-]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : path}`;
}
