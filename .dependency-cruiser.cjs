/**
 * Which package may import which, and that no module leads back to itself; `npm run lint` looks. What only tests import is not asked.
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
/** What everybody may import. */
const everybodys = 'texts';
/** What pages are made of beside operations; whatever else they need of the server is handed to them at start. */
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
      to: { path: '^packages/', pathNot: `^packages/(${[name, everybodys, ...imports].join('|')})/` },
    })),
    {
      name: 'pages-go-by-operations',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: tests },
      to: { path: '^packages/server/', pathNot: `^packages/server/src/(${openToWeb.join('|')})[.]ts$` },
    },
    {
      // `connect` finds the account that a command works as. The two that are let through: the address of a relay, all accounts of a snapshot.
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
