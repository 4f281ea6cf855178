import { agreement, alone, bad, button, call, casesOf, each, like, outcome, status, webhook } from '../../builders.ts';

const body = { short_name: 'n-{unique}', password: 'password {unique}' };
const registerConsole = (wanted: object | number = {}, change: object = {}) => call('registerConsoleAccount', wanted, { body: { ...body, ...change } });
const register = (wanted: object | number = {}, change: object = {}) => call('registerAccount', wanted, { body: { ...body, ...change } });
const own = { short_name: '{shortName}', password: '{password}' };
const login = (wanted: object | number = {}, change: object = {}) => call('loginApi', wanted, { body: { ...own, ...change } });
const loginConsole = (wanted: object | number = {}, change: object = {}) => call('loginConsole', wanted, { body: { ...own, ...change } });
const tokens = { keep: { token: '/data/token', refreshToken: '/data/refreshToken' } };
const refresh = (wanted: object | number = {}) => call('refreshApiToken', wanted, { body: { refreshToken: '{refreshToken}' } });
const works = call('listAgreements');
const dead = call('listAgreements', 401);
const list = (wanted: object = {}) => call('listTokens', wanted);

export const accounts = [
  ...casesOf('registerConsoleAccount', [
    ['driven', 'answers', 'Simulator-only surfaces: current registration; returns `key.token` (API token), `console_token`, `key.webhook_secret`', registerConsole({ data: { console_token: like({ type: 'string' }), key: { token: like({ type: 'string' }), webhook_secret: like({ type: 'string' }) } } })],
    ['contract', 'declared', 'accounts.registrations', registerConsole({ declared: true, data: { account_id: like({ pattern: '^acc_[0-9a-f]{16}$' }), console_token: like({ pattern: '^sim_con_' }), key: { token: like({ pattern: '^sim_api_' }), webhook_secret: like({ pattern: '^whsec_' }) } } })],
    ['contract', 'flat', 'conventions.flat-credentials', registerConsole({ body: { console_token: like({ type: 'string' }), key: { token: like({ type: 'string' }) } } })],
    ['contract', 'token-forms', 'conventions.other-ids', registerConsole({ data: { console_token: like({ pattern: '^sim_con_' }), key: { token: like({ pattern: '^sim_api_' }) } } })],
    ['negative', 'name-taken', 'accounts.form', registerConsole(), registerConsole(409)],
    ['negative', 'name-taken-in-capitals', 'accounts.form', registerConsole(), registerConsole(409, { short_name: 'N-{unique}' })],
    ...each(['ab', 'x'.repeat(65), 'a b c', 'ñandú', ''], (short_name) => ['negative', `name-${short_name.length}-${short_name.replace(/\W/g, '-').slice(0, 5)}`, 'accounts.form', registerConsole(bad('/short_name'), { short_name })]),
    ...each(['1234567', 'x'.repeat(201), ' '.repeat(9)], (password) => ['negative', `password-of-${password.length}`, 'accounts.form', registerConsole(bad('/password'), { password })]),
    ['negative', 'unknown-class-code', 'accounts.class-code', registerConsole(bad('/class_code'), { class_code: 'ZZZZZZZZ' }), registerConsole()],
    ['behaviour', 'empty-class-code', 'accounts.class-code', registerConsole({}, { class_code: '' })],
  ]),
  ...casesOf('registerAccount', [
    ['driven', 'answers', 'accounts.historical', register({ data: { token: like({ type: 'string' }), webhook_secret: like({ type: 'string' }) }, body: { token: like({ type: 'string' }) } })],
    ['contract', 'declared', 'Simulator-only surfaces: historical registration; body `short_name`, `password`; returns `account_id`, `token`, `webhook_secret`', register({ declared: true })],
    ['negative', 'name-taken', 'accounts.form', register(), register(409)],
  ]),
  ...casesOf('loginApi', [
    ['driven', 'answers', 'Endpoints: /api/svcpagos/login: token and `refreshToken`', alone, login({ ...tokens, declared: true, body: { token: like({ type: 'string' }) } }), works],
    ['contract', 'body', 'accounts.login-body', login({ data: { refreshToken: like({ pattern: '^sim_ref_' }) } })],
    ['behaviour', 'keeps-the-console-token', 'accounts.console-token', alone, login(), call('getKeys')],
    ['behaviour', 'same-key', 'accounts.one-key', alone, agreement(), login(tokens), call('listAgreements', { data: [{ agreement_id: '{agreement}' }, {}] })],
    ['behaviour', 'no-expiry', 'accounts.no-expiry', alone, login(tokens), { laterMs: 400 * 86_400_000 }, works],
    ['negative', 'wrong-password', 'Errors: 401 invalid credentials', login(401, { password: 'another' })],
    ['negative', 'short-password-is-401', 'accounts.login-form', login(401, { password: '' })],
    ['negative', 'unknown-name', 'Errors: 401 invalid credentials', login(401, { short_name: 'nobody-{unique}' })],
    ['negative', 'no-name', 'accounts.login-body', login(bad('/short_name'), { short_name: undefined })],
  ]),
  ...casesOf('refreshApiToken', [
    ['driven', 'answers', 'Endpoints: new token and new `refreshToken`', alone, login(tokens), refresh({ ...tokens, declared: true }), works],
    ['contract', 'marked', 'accounts.undeclared-refresh', login(tokens), refresh({ headers: { 'x-svc-sim': 'fuera-de-contrato' } })],
    ['behaviour', 'old-refresh-stays', 'accounts.old-refresh', login(tokens), refresh(), refresh()],
    ['behaviour', 'old-token-stays', 'Authentication: an older refresh token stays valid after refreshing', alone, login(tokens), refresh(), works],
    ['negative', 'unknown', 'Errors: 401 invalid credentials', call('refreshApiToken', 401, { body: { refreshToken: 'sim_ref_x' } })],
  ]),
  ...casesOf('loginConsole', [
    ['driven', 'answers', 'operations.loginConsole', loginConsole({ declared: true, keep: { consoleToken: '/data/console_token' } }), call('getKeys')],
    ['behaviour', 'rotates', 'Authentication: Login rotates the console token', loginConsole(), call('getKeys', 401)],
    ['negative', 'wrong-password', 'Errors: 401 invalid credentials', loginConsole(401, { password: 'another' })],
  ]),
  ...casesOf('exchangeToken', [
    ['driven', 'gives-a-console-token', 'operations.exchangeToken', call('exchangeToken', { declared: true, keep: { consoleToken: '/data/console_token' } }), call('getKeys')],
    ['behaviour', 'keeps-the-other', 'operations.exchangeToken.note-1', call('exchangeToken'), call('getKeys')],
    ['negative', 'console-token', 'accounts.token-kinds', call('exchangeToken', 401, { as: 'console' })],
  ]),
  ...casesOf('createLoginLink', [
    ['driven', 'gives-a-link', 'operations.createLoginLink', call('createLoginLink', { declared: true, data: { url: like({ format: 'uri' }), expires_at: like({ format: 'date-time' }) } })],
    ['behaviour', 'lives-two-minutes', 'operations.createLoginLink.note-1', call('createLoginLink', { data: { expires_at: like({ format: 'date-time' }) } })],
  ]),
  ...casesOf('listTokens', [
    ['driven', 'lists', 'operations.listTokens', alone, list({ declared: true, data: [{ kind: 'api' }] })],
    ['behaviour', 'last-use', 'accounts.last-use', alone, login(), list({ data: [{ last_used_at: like({ format: 'date-time' }) }, {}, {}] })],
  ]),
  ...casesOf('revokeToken', [
    ['driven', 'revokes', 'operations.revokeToken', alone, list({ keep: { id: '/data/0/token_id' } }), call('revokeToken', { declared: true }, { params: { token_id: '{id}' } }), dead],
    ['behaviour', 'own-key', 'accounts.own-key', alone, list({ keep: { id: '/data/0/token_id' } }), call('revokeToken', {}, { params: { token_id: '{id}' } }), call('getKeys', { data: { keys: [{ revoked_at: like({ format: 'date-time' }) }] } }), login(tokens), works],
    ['behaviour', 'says-so', 'accounts.revoked', alone, list({ keep: { id: '/data/0/token_id' } }), call('revokeToken', {}, { params: { token_id: '{id}' } }), call('listAgreements', { status: 401, body: { detail: like({ pattern: 'revoked' }) } })],
    ['negative', 'unknown', 'conventions.foreign-404', call('revokeToken', 404, { params: { token_id: 'tok_0000000000000000' } })],
  ]),
  ...casesOf('changePassword', [
    ['driven', 'changes', 'operations.changePassword', call('changePassword', { declared: true }, { body: { current_password: '{password}', new_password: 'another {unique}' } }), login(401), login({}, { password: 'another {unique}' })],
    ['behaviour', 'tokens-stay', 'accounts.password-change', call('changePassword', {}, { body: { current_password: '{password}', new_password: 'another {unique}' } }), works, call('getKeys')],
    ['negative', 'wrong-password', 'accounts.password-change', call('changePassword', bad('/current_password'), { body: { current_password: 'wrong', new_password: 'another {unique}' } })],
  ]),
  ...casesOf('deleteAccount', [
    ['driven', 'deletes', 'operations.deleteAccount', call('deleteAccount', { declared: true }, { body: { password: '{password}' } }), dead, login(401)],
    ['behaviour', 'takes-all', 'accounts.deletion', button(), call('deleteAccount', {}, { body: { password: '{password}' } }), call('showPaymentPage', 404, { params: { id: '{session}' } }), registerConsole({}, { short_name: '{shortName}' })],
    ['negative', 'wrong-password', 'accounts.deletion', alone, call('deleteAccount', bad('/password'), { body: { password: 'wrong' } }), works],
  ]),
  ...casesOf('getWebhookSecret', [['driven', 'answers', 'operations.getWebhookSecret', alone, call('getWebhookSecret', { declared: true, data: { webhook_secret: '{webhookSecret}', previous: null } })]]),
  ...casesOf('replaceWebhookSecret', [
    ['driven', 'signs-with-the-new-one', 'operations.replaceWebhookSecret', call('replaceWebhookSecret', { declared: true, keep: { webhookSecret: '/data/webhook_secret' } }, { body: {} }), button({ webhook_url: '{receiver}' }), webhook('created', { headers: { 'svc-signature-previous': null } })],
    [
      'behaviour',
      'both-sign',
      'operations.replaceWebhookSecret.note-1',
      call('replaceWebhookSecret', { keep: { webhookSecret: '/data/webhook_secret' }, data: { previous: { signs_until: like({ format: 'date-time' }) } } }, { body: { grace: true } }),
      button({ webhook_url: '{receiver}' }),
      webhook('created', { headers: { 'svc-signature-previous': like({ pattern: '^[0-9a-f]{64}$' }) } }),
    ],
  ]),
];

const made = (wanted: object = {}) => call('createClass', { keep: { class: '/data/class_id', code: '/data/join_code' }, ...wanted }, { body: { title: 'March' } });
const join = (wanted: object | number = {}, more: object = {}) => call('joinClass', wanted, { body: { class_code: '{code}' }, ...more });
const of = { params: { class_id: '{class}' } };
const trainee = { params: { class_id: '{class}', short_name: '{shortName}' } };

export const classes = [
  ...casesOf('createClass', [
    ['driven', 'answers', 'operations.createClass', made({ declared: true, data: { title: 'March', closed_at: null } })],
    ['contract', 'code', 'classes.join-code', made({ data: { join_code: like({ pattern: '^[2-9A-HJ-NP-Z]{8}$' }) } })],
    ['negative', 'api-token', 'classes.surfaces', call('createClass', 401, { as: 'api', body: { title: 'x' } })],
  ]),
  ...casesOf('listClasses', [['driven', 'lists', 'operations.listClasses', made(), call('listClasses', { declared: true, data: [{ class_id: '{class}' }] })]]),
  ...casesOf('joinClass', [
    ['driven', 'joins', 'operations.joinClass', made(), join({ declared: true, data: { title: 'March' } }), call('getClass', { declared: true })],
    ['behaviour', 'owner-may-join', 'classes.one-class', made(), call('joinClass', {}, { body: { class_code: '{code}' } }), call('joinClass', {}, { body: { class_code: '{code}' } })],
    ['negative', 'unknown-code', 'classes.nothing-to-show', call('joinClass', 404, { body: { class_code: 'ZZZZZZZZ' } })],
    ['negative', 'closed', 'classes.closed', made(), call('updateClass', {}, { ...of, body: { closed: true } }), join(404), call('updateClass', {}, { ...of, body: { closed: false } }), join()],
  ]),
  ...casesOf('getClass', [
    ['driven', 'shows', 'operations.getClass', made(), call('joinClass', {}, { body: { class_code: '{code}' } }), call('getClass', { data: { class_id: '{class}' } })],
    ['negative', 'in-none', 'classes.nothing-to-show', alone, call('getClass', 404)],
  ]),
  ...casesOf('leaveClass', [['driven', 'leaves', 'operations.leaveClass', made(), call('joinClass', {}, { body: { class_code: '{code}' } }), call('leaveClass', { declared: true }), call('getClass', 404)]]),
  ...casesOf('getClassProgress', [
    ['driven', 'shows', 'operations.getClassProgress', made(), join(), call('getClassProgress', { declared: true, data: { trainees: [{ short_name: '{shortName}' }] } }, of)],
    ['behaviour', 'stuck', 'classes.stuck', made(), call('joinClass', {}, { body: { class_code: '{code}' } }), call('getClassProgress', { data: { trainees: [{ stuck_on: like({ type: 'string' }), stuck_since: like({ format: 'date-time' }) }] } }, of)],
    ['behaviour', 'shows-no-secrets', 'classes.who-sees-what', made(), join(), call('getClassProgress', { data: { trainees: [{ account_id: undefined, token: undefined }] } }, of)],
    ['behaviour', 'as-a-table', 'classes.csv', made(), call('getClassProgress', { status: 200, headers: { 'content-type': like({ pattern: '^text/csv' }) } }, { ...of, headers: { accept: 'text/csv' } })],
    ['behaviour', 'follows-live', 'classes.live', made(), join(), call('getClassProgress', { status: 200, headers: { 'content-type': like({ pattern: '^text/event-stream' }) }, body: like({ pattern: 'event: ?board\n' }) }, { ...of, headers: { accept: 'text/event-stream' } })],
    ['negative', 'foreign', 'classes.nothing-to-show', made(), call('getClassProgress', 404, { ...of, as: 'other' })],
  ]),
  ...casesOf('updateClass', [['driven', 'renames', 'operations.updateClass', made(), call('updateClass', { declared: true, data: { title: 'April' } }, { ...of, body: { title: 'April' } })]]),
  ...casesOf('renewJoinCode', [['driven', 'renews', 'operations.renewJoinCode', made(), call('renewJoinCode', { declared: true }, of), join(404)]]),
  ...casesOf('removeTrainee', [
    ['driven', 'removes', 'operations.removeTrainee', made(), join(), call('removeTrainee', { declared: true }, trainee), call('getClassProgress', { data: { trainees: [] } }, of)],
    ['behaviour', 'may-join-again', 'classes.removal', made(), join(), call('removeTrainee', {}, trainee), join()],
  ]),
  ...casesOf('resetTraineePassword', [
    ['driven', 'gives-one', 'operations.resetTraineePassword', registerConsole(), made(), call('joinClass', {}, { body: { class_code: '{code}' } }), call('resetTraineePassword', { declared: true, keep: { once: '/data/password' } }, { params: { class_id: '{class}', short_name: '{shortName}' } })],
    [
      'behaviour',
      'for-one-login',
      'accounts.one-time-password',
      made(),
      call('joinClass', {}, { body: { class_code: '{code}' } }),
      call('resetTraineePassword', { keep: { once: '/data/password' } }, { params: { class_id: '{class}', short_name: '{shortName}' } }),
      loginConsole(bad('/new_password'), { password: '{once}' }),

      loginConsole({}, { password: '{once}', new_password: 'new {unique}' }),
    ],
    ['behaviour', 'replaces-the-former', 'classes.password-reset', made(), call('joinClass', {}, { body: { class_code: '{code}' } }), call('resetTraineePassword', {}, { params: { class_id: '{class}', short_name: '{shortName}' } }), loginConsole(401)],
  ]),
  ...casesOf('resetAccount', [['behaviour', 'classes-last', 'classes.lasting', made(), call('resetAccount'), call('listClasses', { data: [{ class_id: '{class}' }] })]]),
];

export const forced = casesOf('forceOutcome', [['behaviour', 'leaves-the-other-account', 'Authentication: A resource of another account answers 404 in the simulator (not 403)', button(), outcome(1, 'paid'), { ...status(undefined, 404), as: 'other' }]]);
