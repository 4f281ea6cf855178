/**
 * A service of modules, controllers and providers, as NestJS lays one out, in plain classes. It was written against an older version of
 * the API: it makes payment links with `due_date_link`, reads webhooks by `payload.data`, and credits by their receiver.
 *
 * SVC_BASE_URL, SVC_SHORT_NAME, SVC_PASSWORD, SVC_AGREEMENT_ID and SVC_WEBHOOK_SECRET come from the environment.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

class ConfigService {
  constructor(env) {
    this.env = env;
  }

  get(name) {
    const value = this.env[name];
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  }
}

class HttpException extends Error {
  constructor(response, status) {
    super(typeof response === 'string' ? response : JSON.stringify(response));
    this.response = response;
    this.status = status;
  }
}

class SvcApiService {
  static inject = [ConfigService];
  #token;

  constructor(config) {
    this.baseUrl = config.get('SVC_BASE_URL');
    this.credentials = { short_name: config.get('SVC_SHORT_NAME'), password: config.get('SVC_PASSWORD') };
  }

  async onModuleInit() {
    const session = await this.#send('POST', '/api/svcpagos/login', this.credentials);
    // Some versions answered the token at the top, some inside.
    this.#token = session.token;
    const renewed = await this.#send('POST', '/api/svcpagos/refresh-token', {
      refreshToken: session.refreshToken,
    });
    this.#token = renewed.data.token;
  }

  createRequest(dto) {
    return this.#send('POST', '/api/v1/ext/payment-sessions/request', dto);
  }

  findSession(id) {
    return this.#send('GET', `/api/v1/ext/payment-sessions/${id}`);
  }

  expire(id) {
    return this.#send('POST', `/api/v1/ext/payment-sessions/${id}/expire`);
  }

  async #send(method, path, body) {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (answer.success === false || response.status >= 400) throw new HttpException(answer, response.status);
    return answer;
  }
}

class InvoicesRepository {
  #rows = new Map();

  save(invoice) {
    this.#rows.set(invoice.number, invoice);
    return invoice;
  }

  findOneBy(condition) {
    const [[name, value]] = Object.entries(condition);
    const row = [...this.#rows.values()].find((candidate) => candidate[name] === value);
    if (!row) throw new HttpException(`no invoice with ${name} ${value}`, 404);
    return row;
  }
}

class InvoicesService {
  static inject = [SvcApiService, InvoicesRepository, ConfigService];

  constructor(api, repository, config) {
    Object.assign(this, { api, repository, config });
  }

  async create({ number, amount, currency, dueInMinutes }, webhookUrl) {
    const { data } = await this.api.createRequest({
      title: `Factura ${number}`,
      amount_reference: amount,
      currency_reference: currency,
      identifier: number,
      agreement_id: this.config.get('SVC_AGREEMENT_ID'),
      webhook_url: webhookUrl,
      due_date_link: new Date(Date.now() + dueInMinutes * 60_000).toISOString(),
      expire_behavior_link: 'deactivate',
    });
    return this.repository.save({
      number,
      sessionId: data.session_id,
      link: data.payment_url,
      qr: data.payment_qr.startsWith('data:image/png;base64,'),
      status: data.status,
      due: data.due_date_session,
      history: [],
    });
  }

  async refresh(number) {
    const invoice = this.repository.findOneBy({ number });
    const { data } = await this.api.findSession(invoice.sessionId);
    invoice.status = data.status;
    invoice.lastFailure = data.session_payment.reason;
    invoice.message = data.session_payment.user_message;
    invoice.netByReceiver = netByReceiver(data.session_payment.receiver_credits);
    return invoice;
  }

  async withdraw(number) {
    const invoice = this.repository.findOneBy({ number });
    await this.api.expire(invoice.sessionId);
    return this.refresh(number);
  }

  /** `payload` is `{ event, data }`; all that is wanted stands in `data`. */
  apply({ event, data }) {
    const invoice = this.repository.findOneBy({ sessionId: data.session_id });
    invoice.history.push(event.replace('payment_session.', ''));
    // What is said again may come late: only a pending invoice changes.
    if (invoice.status === 'pending') invoice.status = data.status;
    switch (event) {
      case 'payment_session.paid':
        invoice.paidBy = data.payment_method;
        invoice.paid = `${data.amount_reference} ${data.currency_reference}`;
        invoice.rate = data.bcv_rate_usd_ves;
        break;
      case 'payment_session.accredited':
        invoice.netByReceiver = netByReceiver(data.receiver_credits);
        break;
    }
  }
}

/** `{ owner: { amount_ves_credited }, … }` → `{ owner: 12.3 }` */
function netByReceiver(credits) {
  if (!credits || Array.isArray(credits)) return null;
  return Object.fromEntries(
    Object.entries(credits).map(([receiver, credit]) => [receiver, credit.amount_ves_credited]),
  );
}

class InvoicesController {
  static routes = {
    'POST /invoices': 'create',
    'GET /invoices': 'find',
    'POST /refresh': 'refresh',
    'POST /withdraw': 'withdraw',
  };
  static inject = [InvoicesService, InvoicesRepository];

  constructor(service, repository) {
    Object.assign(this, { service, repository });
  }

  create = ({ body, host }) => this.service.create(JSON.parse(body), `http://${host}/webhooks`);
  find = ({ query }) => this.repository.findOneBy({ number: query.get('number') });
  refresh = ({ query }) => this.service.refresh(query.get('number'));
  withdraw = ({ query }) => this.service.withdraw(query.get('number'));
}

class WebhooksController {
  static routes = { 'POST /webhooks': 'receive' };
  static inject = [InvoicesService, ConfigService];
  #handled = new Set();

  constructor(service, config) {
    Object.assign(this, { service, secret: config.get('SVC_WEBHOOK_SECRET') });
  }

  receive = ({ headers, body }) => {
    const expected = createHmac('sha256', this.secret).update(`${headers['svc-timestamp']}.${body}`).digest();
    const given = Buffer.from(headers['svc-signature'] ?? '', 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new HttpException('bad signature', 401);
    const key = headers['idempotency-key'];
    if (!this.#handled.has(key)) this.service.apply(JSON.parse(body));
    this.#handled.add(key);
    return { received: true };
  };
}

/** One instance of each class, given what it asks for. */
class Container {
  #instances = new Map();

  provide(instance) {
    this.#instances.set(instance.constructor, instance);
    return this;
  }

  get(type) {
    if (!this.#instances.has(type))
      this.provide(new type(...(type.inject ?? []).map((needed) => this.get(needed))));
    return this.#instances.get(type);
  }
}

const container = new Container().provide(new ConfigService(process.env));
const routes = Object.fromEntries(
  [InvoicesController, WebhooksController].flatMap((type) =>
    Object.entries(type.routes).map(([route, method]) => [route, container.get(type)[method]]),
  ),
);
await container.get(SvcApiService).onModuleInit();

createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, 'http://service');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const context = { headers: request.headers, host: request.headers.host, query };
  try {
    const route = routes[`${request.method} ${pathname}`];
    if (!route) throw new HttpException('Not Found', 404);
    const answer = await route({ ...context, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch (error) {
    if (!(error instanceof HttpException)) console.error(error);
    response.writeHead(error.status ?? 500, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ statusCode: error.status ?? 500, message: error.response ?? String(error) }),
    );
  }
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', function listening() {
  console.log(`service on http://127.0.0.1:${this.address().port}`);
});
