import { z } from 'zod';
import { agreement, button, hook } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { advanceBy, bad, call, callAtOnce, instant, send, type Wanted, webhook } from '../steps.ts';

const body = { short_name: 'n-{unique}', password: 'password {unique}' };
const registerConsole = (expectation: Wanted = {}, change: object = {}) =>
  send('registerConsoleAccount', { ...body, ...change }, expectation);
const credentials = { short_name: '{short_name}', password: '{password}' };
const login = (expectation: Wanted = {}, change: object = {}) =>
  send('loginApi', { ...credentials, ...change }, expectation);
const loginConsole = (expectation: Wanted = {}, change: object = {}) =>
  send('loginConsole', { ...credentials, ...change }, expectation);
const tokens = { keep: { token: '/data/token', refreshToken: '/data/refreshToken' } };
const refresh = (expectation: Wanted = {}) =>
  send('refreshApiToken', { refreshToken: '{refreshToken}' }, expectation);
const works = call('listAgreements');
const change = send('changePassword', { current_password: '{password}', new_password: 'another {unique}' });
const remove = send('deleteAccount', { password: '{password}' });
const list = (data?: unknown) => call('listTokens', data === undefined ? {} : { data });
const newSecret = { keep: { webhookSecret: '/data/webhook_secret' } };

export const accounts = [
  ...casesOf('registerConsoleAccount', {
    'accounts.registrations': [
      registerConsole({
        data: {
          account_id: /^acc_[0-9a-f]{16}$/,
          console_token: /^sim_con_/,
          key: { token: /^sim_api_/, webhook_secret: /^whsec_/ },
        },
      }),
    ],
    'accounts.form': {
      'name-taken': [registerConsole(), registerConsole(409)],
      'name-taken-at-once': [
        callAtOnce(
          registerConsole(),
          registerConsole(409),
          registerConsole(409, { short_name: 'N-{unique}' }),
        ),
      ],
      'name-taken-in-capitals': [registerConsole(), registerConsole(409, { short_name: 'N-{unique}' })],
      ...each(['ab', 'x'.repeat(65), 'a b c', 'ñandú', ''], (short_name) => [
        `name-${short_name.slice(0, 5)}`,
        registerConsole(bad('/short_name'), { short_name }),
      ]),
      ...each(['1234567', 'x'.repeat(201), ' '.repeat(9)], (password) => [
        `password-of-${password.length}`,
        registerConsole(bad('/password'), { password }),
      ]),
    },
    'accounts.class-code': {
      'unknown-class': [registerConsole(bad('/class_code'), { class_code: 'ZZZZZZZZ' }), registerConsole()],
      'empty-class-code': [registerConsole({}, { class_code: '' })],
    },
  }),
  ...casesOf('registerAccount', {
    'accounts.historical': [send('registerAccount', body)],
    'accounts.form': [send('registerAccount', body), send('registerAccount', body, 409)],
  }),
  ...casesOf('loginApi', {
    'Endpoints: /api/svcpagos/login: token and `refreshToken`': { answers: [alone, login(tokens), works] },
    'accounts.login-body': {
      form: [login({ data: { refreshToken: /^sim_ref_/ } })],
      'no-name': [login(bad('/short_name'), { short_name: undefined })],
    },
    'accounts.console-token': [alone, login(), call('getKeys')],
    'accounts.one-key': [
      alone,
      agreement(),
      login(tokens),
      call('listAgreements', { data: [{ agreement_id: '{agreement_id}' }, {}] }),
    ],
    'accounts.no-expiry': [alone, login(tokens), advanceBy(400 * 86_400_000), works, call('getKeys')],
    'Errors: 401 invalid credentials': {
      'wrong-password': [
        login({ status: 401, keep: { said: '/detail' } }, { password: 'another' }),
        login(
          { status: 401, body: { detail: '{said}' } },
          { short_name: 'nobody-{unique}', password: 'another' },
        ),
      ],
      'unknown-name': [login(401, { short_name: 'nobody-{unique}' })],
    },
    'accounts.login-form': [login(401, { password: '' })],
  }),
  ...casesOf('refreshApiToken', {
    'Endpoints: new token and new `refreshToken`': {
      answers: [alone, login(tokens), refresh(tokens), works],
    },
    'accounts.undeclared-refresh': [
      login(tokens),
      refresh({ headers: { 'x-svc-sim': 'fuera-de-contrato' } }),
    ],
    'accounts.old-refresh': [login(tokens), refresh(), refresh()],
    'Authentication: an older refresh token stays valid after refreshing': {
      'old-token-stays': [alone, login(tokens), refresh(), works],
    },
    'Errors: 401 invalid credentials': {
      unknown: [send('refreshApiToken', { refreshToken: 'sim_ref_x' }, 401)],
      'wrong-kind': [send('refreshApiToken', { refreshToken: '{token}' }, 401)],
    },
  }),
  ...casesOf('loginConsole', {
    'operations.loginConsole': [
      loginConsole({ keep: { consoleToken: '/data/console_token' } }),
      call('getKeys'),
    ],
    'Authentication: Login rotates the console token': { rotates: [loginConsole(), call('getKeys', 401)] },
    'Errors: 401 invalid credentials': { 'wrong-password': [loginConsole(401, { password: 'another' })] },
  }),
  ...casesOf('exchangeToken', {
    'operations.exchangeToken': [
      call('exchangeToken', { keep: { consoleToken: '/data/console_token' } }),
      call('getKeys'),
    ],
    'operations.exchangeToken.note-1': [call('exchangeToken'), call('getKeys')],
  }),
  ...casesOf('createLoginLink', {
    'operations.createLoginLink': [call('createLoginLink', { data: { url: z.url() } })],
  }),
  ...casesOf('listTokens', {
    'operations.listTokens': [alone, list([{ kind: 'api' }])],
    'accounts.last-use': [alone, login(), list([{ last_used_at: instant }, {}, {}])],
  }),
  ...casesOf('revokeToken', {
    'accounts.own-key': [
      alone,
      list(),
      call('revokeToken'),
      call('getKeys', { data: { keys: [{ revoked_at: instant }] } }),
      login(tokens),
      works,
    ],
    'accounts.revoked': [
      alone,
      list(),
      call('revokeToken'),
      call('listAgreements', { status: 401, body: { detail: /revoked/ } }),
    ],
    'conventions.foreign-404': {
      unknown: [call('revokeToken', 404, { params: { token_id: 'tok_0000000000000000' } })],
      foreign: [alone, list(), { ...call('revokeToken', 404), as: 'other' }, works],
      // `revocable` is the name of a list of tokens in the store, so a lookup by name could find it.
      'name-of-a-list': [alone, call('revokeToken', 404, { params: { token_id: 'revocable' } }), works],
    },
  }),
  ...casesOf('changePassword', {
    'operations.changePassword': [change, login(401), login({}, { password: 'another {unique}' })],
    'accounts.password-change': {
      'others-end': [change, call('listAgreements', 401), call('getKeys')],
      'others-stay-when-asked': [
        send('changePassword', {
          current_password: '{password}',
          new_password: 'another {unique}',
          keep_others: true,
        }),
        works,
        call('getKeys'),
      ],
      'wrong-password': [
        send(
          'changePassword',
          { current_password: 'wrong', new_password: 'another {unique}' },
          bad('/current_password'),
        ),
      ],
    },
  }),
  ...casesOf('deleteAccount', {
    'operations.deleteAccount': [remove, call('listAgreements', 401), login(401)],
    'accounts.deletion': {
      'takes-all': [button(), remove, call('showPaymentPage', 404), registerConsole({}, credentials)],
      'wrong-password': [alone, send('deleteAccount', { password: 'wrong' }, bad('/password')), works],
    },
  }),
  ...casesOf('getWebhookSecret', {
    'operations.getWebhookSecret': [
      alone,
      call('getWebhookSecret', { data: { webhook_secret: '{webhookSecret}', previous: null } }),
    ],
  }),
  ...casesOf('replaceWebhookSecret', {
    'operations.replaceWebhookSecret': [
      send('replaceWebhookSecret', {}, newSecret),
      button(hook),
      webhook('created', { headers: { 'svc-signature-previous': undefined } }),
    ],
    'operations.replaceWebhookSecret.note-1': [
      send(
        'replaceWebhookSecret',
        { grace: true },
        { ...newSecret, data: { previous: { webhook_secret: '{webhookSecret}', signs_until: instant } } },
      ),
      button(hook),
      webhook('created', { headers: { 'svc-signature-previous': /^[0-9a-f]{64}$/ } }),
    ],
  }),
];

const createClass = send('createClass', { title: 'March' });
const join = (expectation: Wanted = {}) => send('joinClass', { class_code: '{join_code}' }, expectation);
const progress = (expectation: Wanted, accept = 'application/json') =>
  call('getClassProgress', expectation, { headers: accept === 'application/json' ? {} : { accept } });
const board = (...trainees: readonly object[]) => progress({ data: { trainees } });
const resetPassword = call('resetTraineePassword', { keep: { once: '/data/password' } });

const issue = send('issueCertificate', { full_name: 'Ana' }, { keep: { code: '/data/code' } });

export const classes = [
  ...casesOf('createClass', {
    'operations.createClass': [
      send('createClass', { title: 'March' }, { data: { title: 'March', closed_at: null } }),
    ],
    'classes.join-code': [
      send('createClass', { title: 'x' }, { data: { join_code: /^[2-9A-HJ-NP-Z]{8}$/ } }),
    ],
  }),
  ...casesOf('listClasses', {
    'operations.listClasses': [createClass, call('listClasses', { data: [{ class_id: '{class_id}' }] })],
  }),
  ...casesOf('joinClass', {
    'operations.joinClass': [createClass, join({ data: { title: 'March' } }), call('getClass')],
    'classes.one-class': [createClass, join(), join()],
    'classes.nothing-to-show': [send('joinClass', { class_code: 'ZZZZZZZZ' }, 404)],
    'classes.closed': [
      createClass,
      send('updateClass', { closed: true }),
      join(404),
      send('updateClass', { closed: false }),
      join(),
    ],
  }),
  ...casesOf('getClass', {
    'operations.getClass': [createClass, join(), call('getClass', { data: { class_id: '{class_id}' } })],
    'classes.nothing-to-show': [alone, call('getClass', 404)],
  }),
  ...casesOf('leaveClass', {
    'operations.leaveClass': [createClass, join(), call('leaveClass'), call('getClass', 404)],
  }),
  ...casesOf('getClassProgress', {
    'operations.getClassProgress': [createClass, join(), board({ short_name: '{short_name}' })],
    'classes.stuck': [createClass, join(), board({ stuck_on: z.string(), stuck_since: instant })],
    'classes.who-sees-what': [createClass, join(), board({ account_id: undefined, token: undefined })],
    'classes.csv': [createClass, progress({ headers: { 'content-type': /^text\/csv/ } }, 'text/csv')],
    'classes.live': [
      createClass,
      join(),
      progress(
        { headers: { 'content-type': /^text\/event-stream/ }, body: /event: ?board\n/ },
        'text/event-stream',
      ),
    ],
    'classes.nothing-to-show': [createClass, call('getClassProgress', 404, { as: 'other' })],
  }),
  ...casesOf('getTrainee', {
    'operations.getTrainee': [
      createClass,
      join(),
      call('getTrainee', { data: { short_name: '{short_name}' } }),
    ],
    'classes.nothing-to-show': [createClass, join(), call('getTrainee', 404, { as: 'other' })],
  }),
  ...casesOf('updateClass', {
    'operations.updateClass': [
      createClass,
      send('updateClass', { title: 'April' }, { data: { title: 'April' } }),
    ],
    'classes.practices': [
      createClass,
      join(),
      send('updateClass', { practice_ids: ['agreement', 'login'] }),
      call('getProgress', { data: { total: 2, practices: [{ id: 'agreement' }, { id: 'login' }] } }),
      send('updateClass', { practice_ids: ['none'] }, bad('/practice_ids/0')),
    ],
    'classes.due': [
      createClass,
      send('updateClass', { due_at: '2099-12-15' }, { data: { due_at: '2099-12-16T03:59:59.999Z' } }),
      send('updateClass', { due_at: 'tomorrow' }, bad('/due_at')),
      send('updateClass', { due_at: '' }, { data: { due_at: null } }),
    ],
    'classes.archived': [
      createClass,
      send('updateClass', { archived: true }, { data: { archived_at: instant, closed_at: instant } }),
      call('listClasses', { data: [] }),
    ],
  }),
  ...casesOf('issueCertificate', {
    'operations.issueCertificate': [
      createClass,
      join(),
      // With this one practice, a single call completes the class.
      send('updateClass', { practice_ids: ['agreement'], mark: 'School' }),
      agreement(),
      send(
        'issueCertificate',
        { full_name: 'Ana' },
        { data: { full_name: 'Ana', mark: 'School', total: 1 } },
      ),
    ],
    'classes.certificates': [createClass, join(), send('issueCertificate', { full_name: 'Ana' }, 409)],
    'classes.nothing-to-show': [
      createClass,
      join(),
      { ...send('issueCertificate', { full_name: 'Ana' }, 404), as: 'other' },
    ],
  }),
  ...casesOf('revokeCertificate', {
    'operations.revokeCertificate': [
      createClass,
      join(),
      send('updateClass', { practice_ids: ['agreement'] }),
      agreement(),
      issue,
      call('revokeCertificate', { data: { revoked_at: instant } }),
      call('findCertificate', 410),
    ],
  }),
  ...casesOf('findCertificate', {
    'operations.findCertificate': [
      createClass,
      join(),
      send('updateClass', { practice_ids: ['agreement'] }),
      agreement(),
      issue,
      call('findCertificate', { data: { full_name: 'Ana', issued_by: 'trainer' } }),
    ],
    'classes.certificate-check': [call('findCertificate', 404, { params: { code: 'AAAABBBBCCCCDDDD' } })],
  }),
  ...casesOf('sendNote', {
    'operations.sendNote': [
      createClass,
      join(),
      send('sendNote', { text: 'Look again' }, { data: { by: 'trainer', text: 'Look again', at: instant } }),
      call('getProgress', { data: { notes: [{ by: 'trainer', text: 'Look again' }] } }),
    ],
    'classes.notes': [createClass, join(), send('sendNote', { text: 'x'.repeat(501) }, bad('/text'))],
  }),
  ...casesOf('answerNote', {
    'operations.answerNote': [
      createClass,
      join(),
      send('answerNote', { text: 'Done' }, { data: { by: 'trainee' } }),
    ],
    'classes.nothing-to-show': [alone, send('answerNote', { text: 'Done' }, 404)],
  }),
  ...casesOf('moveTrainee', {
    'operations.moveTrainee': [
      send('createClass', { title: 'April' }, { keep: { to: '/data/class_id' } }),
      createClass,
      join(),
      send('moveTrainee', { to_class_id: '{to}' }, { data: { class_id: '{to}' } }),
      call('getClass', { data: { class_id: '{to}' } }),
    ],
    'classes.move': [createClass, join(), send('moveTrainee', { to_class_id: 'cls_0000000000000000' }, 404)],
  }),
  ...casesOf('renewJoinCode', {
    'operations.renewJoinCode': [createClass, call('renewJoinCode'), join(404)],
  }),
  ...casesOf('removeTrainee', {
    'operations.removeTrainee': [createClass, join(), call('removeTrainee'), board()],
    'classes.removal': [createClass, join(), call('removeTrainee'), join()],
  }),
  ...casesOf('resetTraineePassword', {
    'accounts.one-time-password': [
      createClass,
      join(),
      resetPassword,
      loginConsole(bad('/new_password'), { password: '{once}' }),
      loginConsole({}, { password: '{once}', new_password: 'new {unique}' }),
    ],
    'classes.password-reset': [createClass, join(), resetPassword, loginConsole(401)],
  }),
  ...casesOf('resetAccount', {
    'classes.lasting': [
      createClass,
      call('resetAccount'),
      call('listClasses', { data: [{ class_id: '{class_id}' }] }),
    ],
  }),
];
