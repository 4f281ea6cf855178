/**
 * A receiver in Express style: `app.use`, `app.post`, `(req, res, next)`. It follows the shorter description of webhooks: `sha256=` and
 * the hexadecimal HMAC of the body alone, as other providers sign. Its orders are made by a form that people click twice.
 *
 * API_BASE, API_KEY, AGREEMENT and SIGNING_SECRET come from the environment.
 */
import crypto from 'node:crypto';
import http from 'node:http';

/** As much of Express as is used here. */
function express() {
  const stack = [];
  const app = (req, res) => {
    let index = 0;
    const next = (error) => {
      if (error) return res.status(500).json({ error: error.message });
      const layer = stack[index++];
      if (!layer) return res.status(404).json({ error: `Cannot ${req.method} ${req.url}` });
      const matches =
        (!layer.method || layer.method === req.method) && (!layer.path || layer.path === req.path);
      if (!matches) return next();
      Promise.resolve(layer.handler(req, res, next)).catch(next);
    };
    req.path = req.url.split('?')[0];
    req.get = (name) => req.headers[name.toLowerCase()];
    res.status = (code) => {
      res.statusCode = code;
      return res;
    };
    res.json = (body) => {
      res.setHeader('Content-Type', 'application/json; charset=utf-8');
      res.end(JSON.stringify(body));
    };
    res.sendStatus = (code) => res.status(code).end();
    next();
  };
  const route =
    (method) =>
    (path, ...handlers) => {
      for (const handler of handlers) stack.push({ method, path, handler });
    };
  app.use = (handler) => stack.push({ handler });
  app.get = route('GET');
  app.post = route('POST');
  app.listen = (port, done) => {
    const server = http.createServer(app);
    return server.listen(port, '127.0.0.1', () => done(server.address().port));
  };
  return app;
}

const raw = (req, _res, next) => {
  const parts = [];
  req.on('data', (part) => parts.push(part));
  req.on('end', () => {
    req.body = Buffer.concat(parts);
    next();
  });
  req.on('error', next);
};

const verify = (req, res, next) => {
  const mac = crypto.createHmac('sha256', process.env.SIGNING_SECRET).update(req.body).digest('hex');
  const expected = Buffer.from(`sha256=${mac}`);
  const given = Buffer.from(req.get('svc-signature') || '');
  if (expected.length !== given.length || !crypto.timingSafeEqual(expected, given)) {
    ledger.refused += 1;
    return res.sendStatus(401);
  }
  next();
};

const once = (req, res, next) => {
  const key = req.get('Idempotency-Key');
  if (ledger.keys.has(key)) return res.sendStatus(200);
  ledger.keys.add(key);
  next();
};

const ledger = { refused: 0, keys: new Set(), entries: {} };

const app = express();
app.use(raw);

app.post('/orders', async (req, res) => {
  const order = JSON.parse(req.body);
  const answer = await fetch(`${process.env.API_BASE}/api/v1/ext/payment-sessions/buttons`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${process.env.API_KEY}`,
      'Idempotency-Key': `order-${order.identifier}`,
    },
    // The form's own order of fields, which differs from browser to browser.
    body: JSON.stringify({
      ...order,
      agreement_id: process.env.AGREEMENT,
      identifier_label: 'Order',
      success_url: 'myapp://pay',
      failure_url: 'myapp://pay?failed=1#top',
      webhook_url: `http://${req.get('host')}/hooks/payments`,
    }),
  });
  const { data, message } = await answer.json();
  res
    .status(answer.status)
    .json(
      answer.ok
        ? { id: data.id, url: data.payment_url, again: answer.headers.get('idempotent-replayed') === 'true' }
        : { message },
    );
});

app.post('/hooks/payments', verify, once, (req, res) => {
  const { event, session_payment: payment, receiver_credits: credits } = JSON.parse(req.body);
  ledger.entries[payment.id] ??= [];
  ledger.entries[payment.id].push({
    event,
    status: payment.status,
    reason: payment.reason,
    net: Array.isArray(credits) ? credits.map((credit) => credit.amount_ves_credited) : undefined,
  });
  res.sendStatus(204);
});

app.get('/ledger', (_req, res) => res.json({ refused: ledger.refused, entries: ledger.entries }));

app.listen(process.env.PORT || 0, (port) => console.log(`receiver on http://127.0.0.1:${port}`));
