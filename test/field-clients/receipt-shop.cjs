// La papelería: sells one thing at a time and prints a receipt, whose number is the credit's that the shop itself got.
const http = require('node:http');

const base = process.env.PAY_BASE;
const auth = { authorization: `Bearer ${process.env.PAY_TOKEN}`, 'content-type': 'application/json' };
/** The printer has a field of four bytes for the number. */
const field = new DataView(new ArrayBuffer(4));

async function pay(path, body) {
  const res = await fetch(`${base}/api/v1/ext/payment-sessions${path}`, {
    method: body ? 'POST' : 'GET',
    headers: auth,
    body: body && JSON.stringify(body),
  });
  const answer = await res.json();
  if (!answer.success) throw new Error(answer.message);
  return answer.data;
}

const pages = {
  async '/comprar'(query) {
    const self = `http://${query.get('host')}`;
    const { id, payment_url } = await pay('/buttons', {
      amount_reference: Number(query.get('precio')),
      currency_reference: 'USD',
      identifier_label: 'Artículo',
      identifier: query.get('articulo'),
      description: query.get('articulo'),
      success_url: `${self}/recibo`,
      failure_url: `${self}/nada`,
      agreement_id: process.env.PAY_AGREEMENT,
    });
    return `<a id="${id}" href="${payment_url}">Pagar</a>`;
  },
  async '/recibo'(query) {
    const { session_payment: paid } = await pay(`/status/${query.get('session_id')}`);
    if (!paid.receiver_credits) return '<p>El dinero viene en camino.</p>';
    const number = paid.receiver_credits.owner.svc_credit_id;
    if (!/^\d+$/.test(number)) throw new Error(`no es un número: ${number}`);
    field.setInt32(0, Number(number));
    if (String(field.getInt32(0)) !== number) throw new Error(`no cabe en el recibo: ${number}`);
    return `<h1>Recibo N.º ${number}</h1><p>${paid.receiver_credits.owner.amount_ves_credited} VES</p>`;
  },
};

const server = http.createServer(async (req, res) => {
  const url = new URL(req.url, `http://${req.headers.host}`);
  url.searchParams.set('host', req.headers.host);
  try {
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(await pages[url.pathname](url.searchParams));
  } catch (error) {
    res.writeHead(500).end(String(error.message));
  }
});
server.listen(process.env.PORT, '127.0.0.1', () =>
  console.log(`papelería on http://127.0.0.1:${server.address().port}`),
);
