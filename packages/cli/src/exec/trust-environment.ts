import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Simulator } from '@svc-simulator/simulator';

type Environment = Readonly<Record<string, string | undefined>>;

/** Their file comes beside the authorities that the program knows: Node and Bun, Deno. */
const adding = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];
/** Their file stands in place of all of them: OpenSSL and with it Ruby and PHP, Go; Python's requests; curl. */
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'];

/**
 * What a command needs in its environment so that its programs trust the simulator, beside whom they trust already. `close`
 * takes the files away.
 */
export async function trustEnvironment(
  { pem, file }: NonNullable<Simulator['trust']>,
  env: Environment,
): Promise<{ readonly env: Environment; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-simulator-exec-'));
  const entries = await Promise.all(
    [...adding, ...replacing].map(async (name) => {
      const former = await textIn(env[name]);
      const known = former ?? (replacing.includes(name) ? rootCertificates.join('\n') : '');
      const bundle = join(directory, `${name}.pem`);
      await writeFile(bundle, `${known}\n${pem}`);
      return [name, bundle] as const;
    }),
  );
  return {
    env: { ...Object.fromEntries(entries), SIM_CA_FILE: file },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Null when nothing is said, or a file that is not there, which programs pass over too. */
async function textIn(file: string | undefined): Promise<string | null> {
  return file ? readFile(file, 'utf8').catch(() => null) : null;
}
