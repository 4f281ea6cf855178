/**
 * Rules for `npm run lint`: the packages that each package may import, and no import cycles. Imports by tests
 * are not checked.
 */
const arrows = {
  texts: [],
  contract: [],
  core: ['contract'],
  machine: ['contract', 'core'],
  'qr-png': [],
  outbound: ['contract', 'core', 'machine'],
  client: ['contract'],
  webhooks: ['contract', 'core'],
  store: ['core', 'machine'],
  server: ['contract', 'core', 'machine', 'store', 'outbound', 'webhooks', 'qr-png'],
  web: ['contract', 'core', 'client', 'webhooks', 'server', 'qr-png'],
  mcp: ['contract', 'core', 'client', 'webhooks', 'web'],
  simulator: ['contract', 'core', 'machine', 'store', 'server', 'web', 'client', 'mcp'],
  relay: ['contract', 'core', 'machine', 'outbound'],
  testing: ['contract', 'core', 'machine', 'client', 'simulator'],
  cli: [
    'contract',
    'core',
    'machine',
    'outbound',
    'client',
    'relay',
    'simulator',
    'webhooks',
    'mcp',
    'server/src/doctor',
  ],
};
/** The package that every package may import. */
const sharedPackage = 'texts';
/**
 * Modules of the server that pages may import in addition to operations; everything else is passed to the
 * pages at start.
 */
const openToWeb = [
  'accounts/browser-routes',
  'doctor/(checks|doctor-report|finding)',
  'certificates/certificates',
  '(execute|input|format-refusal|refusals|route)',
  'http/(env|http-refusals)',
  'pages/(console-services|operator-services|payment-page-service|start-page)',
];
const tests = '[.]test[.]tsx?$';

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: { pathNot: tests }, to: { circular: true } },
    ...Object.entries(arrows).map(([name, imports]) => ({
      name: `arrows-of-${name}`,
      severity: 'error',
      from: { path: `^packages/${name}/src/`, pathNot: tests },
      to: { path: '^packages/', pathNot: `^packages/(${[name, sharedPackage, ...imports].join('|')})/` },
    })),
    {
      name: 'pages-go-by-operations',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: tests },
      to: { path: '^packages/server/', pathNot: `^packages/server/src/(${openToWeb.join('|')})[.]ts$` },
    },
    {
      // `connect` finds the account of a command. Two commands may read the run file: the relay needs the
      // URL, and snapshots need all accounts.
      name: 'commands-go-by-connection',
      severity: 'error',
      from: { path: '^packages/cli/src/commands/', pathNot: `/(relay|snapshot)[.]ts$|${tests}` },
      to: { path: '/connection/run-file[.]ts$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/(?!@svc-simulator)' },
    exclude: { path: '[?]bundled$|[.]css$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
