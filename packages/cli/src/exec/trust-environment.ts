import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Simulator } from '@svc-simulator/simulator';

type TrustVariables = Readonly<Record<string, string | undefined>>;

/** Node, Bun and Deno trust the certificates in these files in addition to their own. */
const addingVariables = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];
/** OpenSSL (in Ruby and PHP), Go, Python's requests, and curl trust only the certificates in these files. */
const replacingVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'];

/**
 * Returns variables that make programs trust the simulator in addition to their usual authorities. `close`
 * deletes the certificate files that the variables name.
 */
export async function trustEnvironment(
  { pem, file }: NonNullable<Simulator['caCertificate']>,
  env: TrustVariables,
): Promise<{ readonly env: TrustVariables; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-simulator-exec-'));
  const entries = await Promise.all(
    [...addingVariables, ...replacingVariables].map(async (name) => {
      const configuredCertificates = await readCertificates(env[name]);
      const baseCertificates =
        configuredCertificates ?? (replacingVariables.includes(name) ? rootCertificates.join('\n') : '');
      const bundle = join(directory, `${name}.pem`);
      await writeFile(bundle, `${baseCertificates}\n${pem}`);
      return [name, bundle] as const;
    }),
  );
  return {
    env: { ...Object.fromEntries(entries), SIM_CA_FILE: file },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

async function readCertificates(file: string | undefined): Promise<string | null> {
  return file ? readFile(file, 'utf8').catch(() => null) : null;
}
