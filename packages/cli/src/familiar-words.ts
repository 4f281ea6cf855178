/**
 * Words for commands that people know from other tools (stripe, supabase, docker, hookdeck, ngrok), and the commands of `sim` that
 * do it, the likeliest first.
 */
export const familiarCommands: Readonly<Record<string, readonly string[]>> = {
  // Run it
  up: ['start'],
  run: ['start', 'exec -- COMMAND'],
  serve: ['start'],
  server: ['start'],
  dev: ['start'],
  launch: ['start'],
  mock: ['start'],
  setup: ['init'],
  install: ['init'],
  scaffold: ['init'],
  dashboard: ['open'],
  console: ['open'],
  ui: ['open'],
  studio: ['open'],
  browser: ['open'],
  docs: ['open docs'],
  documentation: ['open docs'],
  info: ['status'],
  ping: ['health'],
  ps: ['status'],
  ls: ['session list', 'delivery list'],
  list: ['session list', 'delivery list'],
  environment: ['env'],
  // Webhooks
  webhook: ['delivery list', 'listen'],
  webhooks: ['delivery list', 'listen'],
  hooks: ['delivery list', 'listen'],
  endpoints: ['delivery list', 'listen'],
  forward: ['relay --port 3000'],
  tunnel: ['relay --port 3000'],
  proxy: ['relay --port 3000'],
  fire: ['trigger paid'],
  emit: ['trigger paid'],
  send: ['trigger paid'],
  samples: ['trigger paid'],
  'events resend': ['delivery resend'],
  'events trigger': ['trigger paid'],
  retry: ['delivery resend'],
  redeliver: ['delivery resend'],
  verify: ['doctor URL', 'probe SESSION --kind bad_signature'],
  test: ['doctor URL', 'expect EVENT'],
  check: ['doctor URL', 'expect EVENT'],
  // Payments
  sessions: ['session list'],
  payments: ['session list'],
  payment: ['session list'],
  checkout: ['session create'],
  create: ['session create'],
  new: ['session create'],
  show: ['session show', 'delivery show'],
  get: ['session show', 'delivery show'],
  pay: ['session pay'],
  cancel: ['session expire', 'pos cancel'],
  refund: ['pos void'],
  void: ['pos void'],
  terminal: ['pos pair', 'pos terminals'],
  terminals: ['pos terminals'],
  fail: ['outcome SESSION --outcome failed'],
  accredit: ['outcome SESSION --outcome accredited'],
  expire: ['session expire'],
  time: ['clock show', 'clock advance'],
  advance: ['clock advance'],
  travel: ['clock advance'],
  freeze: ['clock freeze'],
  // What happens
  log: ['trace --follow', 'calls --follow'],
  logs: ['trace --follow', 'calls --follow'],
  tail: ['trace --follow'],
  watch: ['trace --follow'],
  event: ['trace', 'wait EVENT'],
  events: ['trace', 'wait EVENT'],
  requests: ['calls'],
  history: ['trace', 'calls'],
  assert: ['expect EVENT'],
  learn: ['progress'],
  practices: ['progress'],
  // Accounts
  login: ['account login SHORT_NAME'],
  logout: ['keys list', 'keys revoke'],
  register: ['account create NAME'],
  signup: ['account create NAME'],
  accounts: ['account create NAME', 'status'],
  whoami: ['status', 'keys show'],
  me: ['status', 'keys show'],
  token: ['env', 'account login SHORT_NAME'],
  tokens: ['keys list', 'account login SHORT_NAME'],
  key: ['keys show', 'account login SHORT_NAME'],
  'keys create': ['account login SHORT_NAME'],
  'keys new': ['account login SHORT_NAME'],
  secret: ['keys webhook-secret'],
  credentials: ['env'],
  set: ['settings set'],
  merchant: ['account merchant'],
  'account list': ['status'],
  'account show': ['keys show', 'status'],
  // Data
  fixtures: ['snapshot load'],
  seed: ['snapshot load', 'start --seed FILE'],
  import: ['snapshot load'],
  restore: ['snapshot load'],
  export: ['snapshot save'],
  backup: ['snapshot save'],
  dump: ['snapshot save'],
  clear: ['reset'],
  clean: ['reset'],
  prune: ['reset'],
  api: ['openapi'],
  schema: ['openapi'],
  spec: ['openapi'],
  agent: ['mcp'],
};

/** Verbs of other tools, below a command that has others. */
const familiarVerbs: Readonly<Record<string, readonly string[]>> = {
  get: ['show'],
  view: ['show'],
  info: ['show'],
  inspect: ['show'],
  status: ['show'],
  describe: ['show'],
  retrieve: ['show'],
  ls: ['list'],
  all: ['list'],
  new: ['create', 'pair', 'set', 'save'],
  add: ['create', 'pair', 'set'],
  make: ['create'],
  update: ['set'],
  enable: ['set'],
  on: ['set'],
  disable: ['off', 'clear'],
  stop: ['off', 'freeze', 'clear'],
  start: ['unfreeze', 'set'],
  pause: ['freeze'],
  resume: ['unfreeze'],
  forward: ['advance'],
  cancel: ['expire', 'cancel'],
  delete: ['expire', 'revoke', 'cancel', 'clear'],
  rm: ['expire', 'revoke', 'cancel', 'clear'],
  remove: ['expire', 'revoke', 'cancel', 'clear'],
  retry: ['resend'],
  replay: ['resend'],
  refund: ['void'],
  roll: ['rotate'],
  export: ['save'],
  import: ['load'],
  restore: ['load'],
};

/** The commands that do what these words ask for; none where nobody knows what they mean. */
export function commandsMeant(
  [first = '', second = '']: readonly string[],
  namesBelow: (name: string) => readonly string[],
): readonly string[] {
  const of = (table: typeof familiarCommands, word: string) =>
    Object.hasOwn(table, word) ? (table[word] ?? []) : [];
  const whole = of(familiarCommands, `${first} ${second}`);
  if (whole.length > 0) return whole;
  const below = namesBelow(first);
  if (below.length === 0) return of(familiarCommands, first);
  if (below.includes(second)) return [];
  return of(familiarVerbs, second)
    .filter((verb) => below.includes(verb))
    .slice(0, 1)
    .map((verb) => `${first} ${verb}`);
}

/** Words that ask for the end of a simulator, which no command brings about. */
export const stopWords: readonly string[] = ['stop', 'down', 'kill', 'quit', 'exit', 'shutdown', 'restart'];
