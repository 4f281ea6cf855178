import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { listening } from './listening.ts';
import { root } from './program.ts';
import { scratchFolder } from './scratch.ts';
import { type RanHere, runSimHere } from './sim-here.ts';

/**
 * A folder for the PATH whose `npx sim`, with npx's options, is `sim` of this repository, as is its `sim`. The real npx passes no signals on. What
 * runs until it is stopped is a program; every other command is the bundle's within this process, since to start Node takes most of a
 * command's time.
 */
export async function standInForNpx(): Promise<string> {
  const calls = scratchFolder();
  const server = createServer((socket) => {
    socket.once('data', async (line) => {
      const call = String(line).trim();
      const { code, said } = await resultOfCall(call);
      for (const [at, [, text]] of said.entries()) writeFileSync(`${call}/${at}`, text);
      const commands = said.map(([stream], at) => `cat "$call/${at}" >&${stream === 'stdout' ? 1 : 2}\n`);
      writeFileSync(`${call}/said`, commands.join(''));
      socket.end(`${code}\n`);
    });
  });
  const port = await listening(server);
  const programs = join(scratchFolder(), 'bin');
  mkdirSync(programs);
  const script = `#!/bin/bash
case " $* " in
" start "* | " relay "* | " listen "* | " exec "* | *" --follow "* | *" --auto "*) exec "${process.execPath}" "${root}bin/sim.js" "$@" ;;
esac
call=$(mktemp -d "${calls}/XXXXXX")
printf '%s\\0' "$PWD" "$@" >"$call/words"
env -0 >"$call/env"
case " $* " in *" - "*) cat >"$call/stdin" ;; *) : >"$call/stdin" ;; esac
exec 3<>/dev/tcp/127.0.0.1/${port}
echo "$call" >&3
read -r code <&3
. "$call/said"
exit "$code"
`;
  const npx = `#!/bin/sh\nwhile [ "$1" != sim ]; do shift; done\nshift\nexec "${programs}/sim" "$@"\n`;
  for (const [name, text] of Object.entries({ sim: script, npx })) {
    writeFileSync(join(programs, name), text);
    chmodSync(join(programs, name), 0o755);
  }
  return programs;
}

/** Does what a call in a folder asks for, in an environment and with an input that are there too. */
function resultOfCall(call: string): Promise<RanHere> {
  const linesIn = (name: string) => readFileSync(join(call, name), 'utf8').split('\0').slice(0, -1);
  const [cwd = '', ...words] = linesIn('words');
  const env = Object.fromEntries(linesIn('env').map((line) => line.split(/=(.*)/s, 2)));
  return runSimHere(words, { cwd, env, input: readFileSync(join(call, 'stdin')) });
}
