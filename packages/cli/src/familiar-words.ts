/** Suggestions by the words that lead to them, the likeliest suggestion first. */
type Suggestions = Readonly<Record<string, readonly string[]>>;

/** Words of other tools (stripe, supabase, docker, hookdeck, ngrok) with the `sim` commands that do the same. */
export const familiarCommands: Suggestions = {
  'up, serve, server, dev, launch, mock': ['start'],
  run: ['start', 'exec -- COMMAND'],
  'setup, install, scaffold': ['init'],
  'dashboard, console, ui, studio, browser': ['open'],
  'docs, documentation': ['open docs'],
  'info, ps, account list': ['status'],
  ping: ['health'],
  'ls, list': ['session list', 'delivery list'],
  'environment, credentials': ['env'],
  'webhook, webhooks, hooks, endpoints': ['delivery list', 'listen'],
  'forward, tunnel, proxy': ['relay --port 3000'],
  'fire, emit, send, samples, events trigger': ['trigger paid'],
  'events resend, retry, redeliver': ['delivery resend'],
  verify: ['doctor URL', 'probe SESSION --kind bad_signature'],
  'test, check': ['doctor URL', 'expect EVENT'],
  'sessions, payments, payment': ['session list'],
  'checkout, create, new': ['session create'],
  'show, get': ['session show', 'delivery show'],
  pay: ['session pay'],
  cancel: ['session expire', 'pos cancel'],
  'refund, void': ['pos void'],
  terminal: ['pos pair', 'pos terminals'],
  terminals: ['pos terminals'],
  fail: ['outcome SESSION --outcome failed'],
  accredit: ['outcome SESSION --outcome accredited'],
  expire: ['session expire'],
  time: ['clock show', 'clock advance'],
  'advance, travel': ['clock advance'],
  freeze: ['clock freeze'],
  'log, logs': ['trace --follow', 'calls --follow'],
  'tail, watch': ['trace --follow'],
  'event, events': ['trace', 'wait EVENT'],
  requests: ['calls'],
  history: ['trace', 'calls'],
  assert: ['expect EVENT'],
  'learn, practices': ['progress'],
  'login, keys create, keys new': ['account login SHORT_NAME'],
  logout: ['keys list', 'keys revoke'],
  'register, signup': ['account create NAME'],
  accounts: ['account create NAME', 'status'],
  'whoami, me': ['status', 'keys show'],
  token: ['env', 'account login SHORT_NAME'],
  tokens: ['keys list', 'account login SHORT_NAME'],
  key: ['keys show', 'account login SHORT_NAME'],
  secret: ['keys webhook-secret'],
  set: ['settings set'],
  merchant: ['account merchant'],
  'account show': ['keys show', 'status'],
  'fixtures, import, restore': ['snapshot load'],
  seed: ['snapshot load', 'start --seed FILE'],
  'export, backup, dump': ['snapshot save'],
  'clear, clean, prune': ['reset'],
  'api, schema, spec': ['openapi'],
  agent: ['mcp'],
};

const familiarVerbs: Suggestions = {
  'get, view, info, inspect, status, describe, retrieve': ['show'],
  'ls, all': ['list'],
  new: ['create', 'pair', 'set', 'save'],
  add: ['create', 'pair', 'set'],
  make: ['create'],
  'update, enable, on': ['set'],
  disable: ['off', 'clear'],
  stop: ['off', 'freeze', 'clear'],
  start: ['unfreeze', 'set'],
  pause: ['freeze'],
  resume: ['unfreeze'],
  forward: ['advance'],
  cancel: ['expire', 'cancel'],
  'delete, rm, remove': ['expire', 'revoke', 'cancel', 'clear'],
  'retry, replay': ['resend'],
  refund: ['void'],
  roll: ['rotate'],
  export: ['save'],
  'import, restore': ['load'],
};

export function suggestCommands(
  [first = '', second = '']: readonly string[],
  namesBelow: (name: string) => readonly string[],
): readonly string[] {
  const lookUp = (table: Suggestions, word: string) =>
    Object.entries(table).find(([words]) => words.split(', ').includes(word))?.[1] ?? [];
  const twoWordCommands = lookUp(familiarCommands, `${first} ${second}`);
  if (twoWordCommands.length > 0) return twoWordCommands;
  const subcommands = namesBelow(first);
  if (subcommands.length === 0) return lookUp(familiarCommands, first);
  if (subcommands.includes(second)) return [];
  return lookUp(familiarVerbs, second)
    .filter((verb) => subcommands.includes(verb))
    .slice(0, 1)
    .map((verb) => `${first} ${verb}`);
}

/** Words for stopping a simulator, for which there is no command. */
export const stopWords: readonly string[] = ['stop', 'down', 'kill', 'quit', 'exit', 'shutdown', 'restart'];
