import { type Chapter, decided, field, spec } from './difference.ts';

/** Contract sections 2 and 9.2. */
export const accounts: Chapter = [
  decided(null, {
    form: 'A `short_name` has 3 to 64 characters out of `a-z A-Z 0-9 . _ @ -`, a password 8 to 200; a name that is taken, in whatever case, is 409.',
  }),
  decided('registerConsoleAccount', {
    'class-code':
      'The registration takes an optional `class_code`; an unknown one is 400 and no account is made, an empty one counts as absent.',
  }),
  spec('registerConsoleAccount', { registrations: 'The registrations exist in the simulator only.' }),
  spec('registerAccount', { historical: 'The historical registration is kept for compatibility.' }),
  field('loginApi', {
    'login-body': 'The login takes `short_name` and `password`, which the specification does not show.',
  }),
  decided('loginApi', {
    'console-token':
      'Only `POST /console/login` and the console’s page of keys replace the console token; the specification says that login does.',
  }),
  decided('loginConsole', {
    'kept-token':
      'A log-in of the demo account, or of one from a seed, leaves the new console token in the simulator’s files, and a start makes new tokens for those that open nothing any more.',
  }),
  decided(null, {
    'login-form': 'A login never judges the form of a password: a wrong one is 401 whatever its length.',
  }),
  spec('refreshApiToken', {
    'undeclared-refresh':
      'The operation exists in the real service although its contract does not declare it; the answer says so in `x-svc-sim`.',
    'old-refresh': 'An older refresh token stays valid after refreshing.',
  }),
  spec(null, {
    'no-expiry': 'The API token does not expire.',
    'token-kinds':
      'The API token opens the payment-session API and control, the console token the console; the wrong one is 401.',
  }),
  decided(null, {
    attempts:
      'A hosted simulator slows registrations, log-ins and tries of class and pairing codes down by client address, and refused ones by name and client too, and in the end by name alone: beyond that 429 with `Retry-After`. A pairing code is void after 25 wrong tries there, of which a client has 5. A local one does none of this.',
    'merchant-token': 'The access token of a merchant opens `/api/v1/merchants/**` only.',
    'one-key':
      'An account has one key: tokens from login and refresh belong to it, and there is one relay per account.',
  }),
  decided('listTokens', {
    'last-use':
      'The last use of a token is known to the minute; handing it out, a request, a refresh and a relay that connects are uses. Tokens of an earlier version of the simulator are listed once they are used.',
  }),
  decided('revokeToken', {
    revoked:
      'A revoked token is 401 at once, in all instances, and for 14 days the detail says that it was revoked; a relay that came with it is closed, console tokens that it was exchanged for end with it. So does all that was made with it: what a refresh token has given, with what that was refreshed for in turn, and what the console’s page of keys made in a browser that came in by it. Other tokens stay. Event streams and live pages end within a second, too, as they do when a log-in replaces their token, their browser logs out, the password changes or the account is deleted.',
    'own-key':
      'The token that the registration gave can be revoked too: the key keeps its id, `GET /console/keys` says since when its token is dead, and a login gives another.',
  }),
  decided('changePassword', {
    'password-change':
      'A wrong current password is 400 with `/current_password`. Everything else that opens the account ends at once, on every instance: API, refresh, console and merchant tokens, browsers that are logged in, links, relays, streams; the token that asks stays, and the API token that it was exchanged for. With `keep_others: true` they all go on. A merchant profile with the same password gets the new one too.',
  }),
  decided('deleteAccount', {
    deletion:
      'Deleting takes the account with agreements, sessions, trace, tokens, terminals, its classes and its place in a class; its tokens and log-ins are 401, its pages 404, its names free. A wrong password is 400 with `/password`. The demo account and those of a seed are 409, since the simulator tells their credentials. Bytes of its trace leave a data directory with their day, 14 days later at the latest.',
  }),
  decided('loginConsole', {
    'one-time-password':
      'With a one-time password `POST /console/login` needs a `new_password` (400 with `/new_password` otherwise), as does the console’s page, and no other login takes it; it ends after 24 hours. The new password ends everything else that opens the account. When its owner leaves the class, it is dead and the password before it is back.',
  }),
  decided('registerMerchant', {
    'merchant-account':
      'Registering a merchant makes an account whose `short_name` is the e-mail, and its password opens the console too.',
  }),
  decided('createConsoleMerchant', {
    'merchant-profile':
      'An account that exists gets its merchant profile from the console, once; a second time is 409.',
  }),
  decided('issueMerchantToken', {
    'merchant-token-exchange':
      'Whoever has the account’s console token gets an access token of its merchant without the merchant’s password, so that `sim pos` works as the account of `--key`. It ends before its hour when a token of the account is revoked.',
  }),
];
