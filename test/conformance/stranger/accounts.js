import { createHmac, randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';
import { anyText, check, invalid, maybe, text } from './check.js';
import { envelope, Refusal } from './http.js';

const secret = (prefix) => prefix + randomBytes(24).toString('base64url');
const COST = { N: 32_768, r: 8, maxmem: 67_108_864 };
const alike = (one, other) => {
  const [left, right] = [one, other].map((value) =>
    createHmac('sha256', 'compare').update(String(value)).digest(),
  );
  return timingSafeEqual(left, right);
};

/** Accounts, their tokens, and who is calling. */
export function accountBook({ deviates, now }) {
  const accounts = new Map();
  const merchantLogins = new Map();
  const tokens = new Map();
  const jwtKey = randomBytes(32);

  const unauthorized = (detail) =>
    new Refusal(401, detail, {
      headers: deviates('no-www-authenticate') ? {} : { 'www-authenticate': 'Bearer' },
    });
  const hash = (password, salt) => scryptSync(password, salt, 32, COST);
  const grant = (account, kind, prefix) => {
    const token = secret(prefix);
    tokens.set(token, { kind, account });
    return token;
  };

  function open(name, password) {
    const salt = randomBytes(16);
    const account = {
      id: `acc_${randomBytes(8).toString('hex')}`,
      name,
      salt,
      hash: hash(password, salt),
      webhookSecret: secret('whsec_'),
      agreements: new Map(),
      partners: new Map(),
      sessions: new Map(),
      terminals: new Map(),
      transactions: new Map(),
      replays: new Map(),
      trace: [],
      lastEvent: 0,
      keyId: randomUUID(),
      created: now(),
    };
    accounts.set(name, account);
    account.token = grant(account, 'API', 'sim_api_');
    account.consoleToken = grant(account, 'console', 'sim_con_');
    return account;
  }

  /** `logins`: accounts by name, or what opens the merchant login. */
  function byPassword(logins, name, password) {
    const login = logins.get(name);
    const proof = hash(password, login?.salt ?? Buffer.alloc(16));
    if (!login || !timingSafeEqual(proof, login.hash)) throw unauthorized('name or password are wrong');
    return login.account ?? login;
  }
  function addProfile(account, { legalName, email }, { salt, hash: proof }) {
    account.merchant = {
      id: randomUUID(),
      legalName,
      status: 'ACTIVE',
      createdAt: new Date(now()).toISOString(),
    };
    accounts.set(email, account);
    merchantLogins.set(email, { account, salt, hash: proof });
    return account.merchant;
  }

  function bearer(headers) {
    const match = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '');
    if (!match) throw unauthorized('the token is missing');
    return match[1];
  }

  /** The account of an API or console token. */
  function caller(headers, kind) {
    const token = bearer(headers);
    const found = tokens.get(token);
    if (!found && token.split('.').length === 3)
      throw unauthorized(`this is a merchant token; a ${kind} token is needed here`);
    if (!found) throw unauthorized('the token is unknown');
    if (found.kind !== kind)
      throw unauthorized(`this is a ${found.kind} token; a ${kind} token is needed here`);
    return found.account;
  }

  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (text) => createHmac('sha256', jwtKey).update(text).digest('base64url');
  function issue(merchantId) {
    const issued = Math.floor(now() / 1000);
    const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: merchantId, iat: issued, exp: issued + 3600 })}`;
    return `${head}.${sign(head)}`;
  }

  /** The account of a merchant token, which must be that of the merchant in the path. */
  function merchant(headers, merchantId) {
    const token = bearer(headers);
    if (tokens.has(token))
      throw unauthorized(`this is a ${tokens.get(token).kind} token; a merchant token is needed here`);
    const [head, claims, signature, more] = token.split('.');
    if (!signature || more !== undefined || !alike(signature, sign(`${head}.${claims}`)))
      throw unauthorized('the token is unknown');
    const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url'));
    if (JSON.parse(Buffer.from(head, 'base64url')).alg !== 'HS256' || exp * 1000 <= now())
      throw unauthorized('the token has expired');
    if (merchantId !== undefined && sub !== merchantId)
      throw new Refusal(403, 'the token does not belong to this merchant');
    return [...accounts.values()].find((account) => account.merchant?.id === sub);
  }

  const emailTaken = invalid([{ pointer: '/email', detail: 'is taken' }]);
  const profile = {
    legalName: text(),
    taxId: text(),
    email: text(254, /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
    password: text(200),
    phone: maybe(text()),
    address: maybe(text()),
  };
  const person = { short_name: text(64, /^[\w.@-]{3,64}$/), password: text(200, /^.{8,}$/s) };
  const fresh = (body) => {
    const { short_name: name, password } = check({ ...person, class_code: maybe(anyText()) }, body);
    if (accounts.has(name)) throw new Refusal(409, 'that name is taken');
    return open(name, password);
  };
  const routes = [
    {
      method: 'POST',
      path: '/console/register',
      handle: ({ json }) => {
        const account = fresh(json());
        const data = {
          account_id: account.id,
          short_name: account.name,
          console_token: account.consoleToken,
          key: { id: account.keyId, token: account.token, webhook_secret: account.webhookSecret },
        };
        return envelope(201, 'Account registered', data, { top: data });
      },
    },
    {
      method: 'POST',
      path: '/register',
      handle: ({ json }) => {
        const account = fresh(json());
        const data = { account_id: account.id, token: account.token, webhook_secret: account.webhookSecret };
        return envelope(201, 'Account registered', data, { top: data });
      },
    },
    {
      method: 'POST',
      path: '/console/login',
      handle: ({ json }) => {
        const body = check(
          { short_name: text(), password: text(), new_password: maybe(text(200, /^.{8,}$/s)) },
          json(),
        );
        const account = byPassword(accounts, body.short_name, body.password);
        tokens.delete(account.consoleToken);
        account.consoleToken = grant(account, 'console', 'sim_con_');
        const data = { account_id: account.id, console_token: account.consoleToken };
        return envelope(200, 'Logged in', data, { top: data });
      },
    },
    {
      method: 'POST',
      path: '/api/svcpagos/login',
      handle: ({ json }) => {
        const body = check({ short_name: text(), password: anyText() }, json());
        const account = byPassword(accounts, body.short_name, body.password);
        const data = {
          token: grant(account, 'API', 'sim_api_'),
          refreshToken: grant(account, 'refresh', 'sim_ref_'),
        };
        return envelope(200, 'Logged in', data, { extended: true, top: data });
      },
    },
    {
      method: 'POST',
      path: '/api/svcpagos/refresh-token',
      handle: ({ json }) => {
        const found = tokens.get(check({ refreshToken: text() }, json()).refreshToken);
        if (found?.kind !== 'refresh') throw unauthorized('the refresh token is unknown');
        const data = {
          token: grant(found.account, 'API', 'sim_api_'),
          refreshToken: grant(found.account, 'refresh', 'sim_ref_'),
        };
        return envelope(200, 'Token refreshed', data, {
          extended: true,
          top: data,
          headers: { 'x-svc-sim': 'fuera-de-contrato' },
        });
      },
    },
    {
      method: 'POST',
      path: '/api/v1/merchants',
      handle: ({ json }) => {
        const body = check(profile, json());
        if (accounts.has(body.email)) throw emailTaken;
        const account = open(body.email, body.password);
        return envelope(201, 'Merchant registered', addProfile(account, body, account));
      },
    },
    {
      method: 'POST',
      path: '/console/merchant',
      handle: ({ headers, json }) => {
        const account = caller(headers, 'console');
        const body = check(profile, json());
        if (account.merchant) throw new Refusal(409, 'the account has a merchant already');
        if (accounts.has(body.email)) throw emailTaken;
        const salt = randomBytes(16);
        return envelope(
          201,
          'Merchant registered',
          addProfile(account, body, { salt, hash: hash(body.password, salt) }),
        );
      },
    },
    {
      method: 'POST',
      path: '/api/v1/merchants/auth/login',
      handle: ({ json }) => {
        const body = check({ email: text(254, /^[^\s@]+@[^\s@]+\.[^\s@]+$/), password: text() }, json());
        const account = byPassword(merchantLogins, body.email, body.password);
        const data = {
          accessToken: issue(account.merchant.id),
          tokenType: 'Bearer',
          expiresIn: 3600,
          merchantId: account.merchant.id,
        };
        return envelope(200, 'Logged in', data, { top: data });
      },
    },
  ];
  return { routes, caller, merchant, unauthorized, alike, all: () => [...new Set(accounts.values())] };
}
