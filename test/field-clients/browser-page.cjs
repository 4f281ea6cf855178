// A page without a backend: it logs in and asks for the status from the customer's browser. Only the page itself is served here.
const { createServer } = require('node:http');

const page = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Mi pago</title>
<output id="estado">…</output>
<script type="module">
const base = ${JSON.stringify(process.env.SERVICE)};
const show = (text) => { document.getElementById('estado').textContent = text; };
try {
  const login = await fetch(base + '/api/svcpagos/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: ${JSON.stringify(JSON.stringify({ short_name: process.env.USUARIO, password: process.env.CLAVE }))},
  });
  const { token } = await login.json();
  const session = new URLSearchParams(location.search).get('session');
  const answer = await fetch(base + '/api/v1/ext/payment-sessions/status/' + session, {
    headers: { Authorization: 'Bearer ' + token },
  });
  const { data } = await answer.json();
  show(data.status + ' ' + data.session_payment.user_message);
} catch (error) {
  show('error: ' + error.message);
}
</script></html>`;

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
});
server.listen(process.env.PORT, '127.0.0.1', () =>
  console.log(`page on http://127.0.0.1:${server.address().port}`),
);
