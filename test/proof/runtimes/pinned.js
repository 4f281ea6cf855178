import { arch, platform } from 'node:os';

const node = (version) => ({
  label: 'Node',
  version,
  package: `node-${platform().replace('win32', 'win')}-${arch()}`,
});

/** The runtimes that the package is proved in, each as an npm package at one version. */
export const runtimes = [
  // The oldest that package.json promises.
  node('20.19.0'),
  node('22.23.3'),
  node('24.21.0'),
  node('26.10.0'),
  { label: 'Bun', version: '1.4.5', package: 'bun' },
  { label: 'Deno', version: '2.9.6', package: 'deno' },
];
