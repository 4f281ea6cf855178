import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { verifyWebhook } from 'svc-simulator/webhooks';
import { describe, expect, it } from 'vitest';
import { DocPage } from './support/doc-page.ts';
import { languages } from './support/languages.js';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { simulatorOfFile } from './support/simulator.ts';
import { type Vector, vectors } from './support/verification-vectors.ts';

const folder = `${root}examples/verify`;
const file = `${folder}/vectors.json`;
const simulatorHere = simulatorOfFile();

describe('examples/verify/vectors.json', () => {
  it('equals the output of our own signer', async () => {
    await expect(`${JSON.stringify(vectors, null, 2)}\n`).toMatchFileSnapshot(file);
    // Computed with `openssl dgst -sha256 -hmac <secret>`.
    expect(vectors[0]?.signature).toBe('a953bf489aef100abf66844b827c1d34f02bac69b9154d9c496ecd59b3fedf70');
  });

  it('contains only JSON that a program can read without a JSON library', () => {
    expect(JSON.stringify(vectors)).not.toMatch(/\\|\}[^,\]]|\{[^"]/);
  });

  it.each(vectors)(
    'has the same verdict as verifyWebhook: $name, $genuine',
    async ({ genuine, mode, secret, now, ...sent }) => {
      const { signature, timestamp, body } = sent;
      const headers = { 'svc-signature': signature, 'svc-timestamp': timestamp, 'idempotency-key': 'k' };
      const bytes = Buffer.from(body, 'base64');
      const verdict = verifyWebhook({ headers, body: bytes, secret, mode, now: Number(now) * 1000 });
      // `body_unknown` means that the signature is valid, but the body isn't a webhook's.
      const code = await verdict.catch((error) => error.code);
      expect(typeof code === 'object' || code === 'body_unknown', code).toBe(genuine === 'yes');
    },
  );
});

describe.each(languages)('examples/verify in $name', ({ name, files, commands, isThere }) => {
  /** Copies the example into `cwd` with these vectors, and runs `steps`. A second call can skip compiling. */
  async function verify(vectors: readonly Vector[], cwd: string, steps = commands) {
    for (const each of files) copyFileSync(`${folder}/${each}`, `${cwd}/${each}`);
    writeFileSync(`${cwd}/vectors.json`, JSON.stringify(vectors, null, 2));
    const outputs: string[] = [];
    for (const [command = '', ...words] of steps) {
      const program = startProgram(command, words, { cwd, env: { GOCACHE: `${cwd}/cache` } });
      const { code } = await program.exited;
      outputs.push(program.stdout());
      if (code !== 0) return { code, stdout: outputs.join(''), stderr: program.stderr() };
    }
    return { code: 0, stdout: outputs.join(''), stderr: '' };
  }

  // Skipped if the language isn't installed. `npm run test:languages` installs all languages first.
  it.skipIf(!isThere() && !process.env.SIM_TEST_ALL_LANGUAGES)(
    'returns the verdict of every vector',
    async () => {
      const cwd = scratchFolder();
      const { code, stdout, stderr } = await verify(vectors, cwd);
      expect([code, stdout], `${name}: ${stderr}`).toEqual([0, `${vectors.length} vectors\n`]);
      const [first, ...rest] = vectors as [Vector, ...Vector[]];
      const second = await verify([{ ...first, genuine: 'no' }, ...rest], cwd, commands.slice(-1));
      expect([second.code, second.stdout]).toEqual([1, `${vectors.length} vectors\nwrong: ${first.name}\n`]);
    },
  );
});

describe.each(languages)('examples/call in $name', ({ name, files, commands, isThere }) => {
  const nameInCall = (word: string) => word.replace('verify', 'call').replace('Verify', 'Call');

  it.skipIf(!isThere() && !process.env.SIM_TEST_ALL_LANGUAGES)('creates a session', async () => {
    const { url, account } = await simulatorHere();
    const cwd = scratchFolder();
    for (const each of files)
      copyFileSync(`${root}examples/call/${nameInCall(each)}`, `${cwd}/${nameInCall(each)}`);
    const env = {
      GOCACHE: `${cwd}/cache`,
      SIM_URL: url,
      SIM_TOKEN: account.token,
      SIM_AGREEMENT_ID: account.agreement_id,
    };
    for (const [command = '', ...words] of commands) {
      const output = await stdoutOf(startProgram(command, words.map(nameInCall), { cwd, env }));
      if (command === commands.at(-1)?.[0]) expect(output, name).toContain(`${url}/pay/`);
    }
  });
});

describe('the directory examples', () => {
  it('contains one verification and one call for each language', () => {
    const neededFiles = ['vectors.json', ...languages.flatMap(({ files }) => files)];
    expect(readdirSync(folder).sort()).toEqual(neededFiles.sort());
    const calls = languages.flatMap(({ files }) => files.map((file) => file.replace(/verify/i, 'call')));
    expect(
      readdirSync(`${root}examples/call`)
        .map((file) => file.toLowerCase())
        .sort(),
    ).toEqual(calls.map((file) => file.toLowerCase()).sort());
  });
});

describe('docs/en/webhooks.md', () => {
  it('shows the output of verify.py', () => {
    expect(new DocPage('webhooks.md').commandsAndOutput('python3 verify.py')[1]).toBe(
      `${vectors.length} vectors\n`,
    );
  });
});
