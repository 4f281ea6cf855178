import { type Operation, operations, signTerminalRequest } from '@svc-simulator/contract';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { buttonBody, paymentForm } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const BUTTONS = '/api/v1/ext/payment-sessions/buttons';
const toLatin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const withByteOrderMark = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`));
/** Returns the expected refusal of bytes that aren't UTF-8 from `offset` on. */
const refusalAt = (offset: number) => ({
  status: 400,
  json: { errors: [{ pointer: '', detail: expect.stringContaining(`byte at offset ${offset} `) }] },
});
const jsonHeaders = (charset: string) => ({ 'content-type': `application/json; ${charset}` });

describe.each(eachStore())("a body that isn't UTF-8, %s (contract section 11, Bytes)", (_, start) => {
  it("creates no session, stores no event and doesn't use up the idempotency key", async () => {
    const { sim } = await start();
    const account = await sim.account();
    const body = JSON.stringify({ ...buttonBody, agreement_id: account.agreement, identifier: 'Peña' });
    const headers = { 'idempotency-key': 'k-1' };
    const create = (bytes: Uint8Array) =>
      sim.send('POST', BUTTONS, { token: account.token, body: bytes, headers });
    const before = (await sim.trace(account)).length;
    const offset = body.indexOf('ñ');
    for (const name of ['Peña', 'Peña', 'Peór'])
      expect(await create(toLatin1(body.replace('Peña', name)))).toMatchObject(refusalAt(offset));
    expect((await sim.ask(account, 'GET', '/console/sessions')).json.data).toEqual([]);
    expect(await sim.trace(account)).toHaveLength(before);
    const creation = await create(new Uint8Array(Buffer.from(body)));
    expect(creation.headers.get('idempotent-replayed')).toBeNull();
    expect(creation).toMatchObject({ status: 201, json: { data: { identifier: 'Peña' } } });
  });

  it('is stored by a receiver without changes and survives a snapshot', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const post = (body: Uint8Array) =>
      sim.send('POST', `/console/hooks/${account.id}/captura`, { body: new Uint8Array(body) });
    const bodies = [
      toLatin1('{"event":"Peña"}'),
      withByteOrderMark('{"event":"Peña"}'),
      new Uint8Array([0, 1, 255, 254]),
      toLatin1('é'.repeat(70_000)),
      new Uint8Array(Buffer.from('ñ'.repeat(70_000))),
    ];
    for (const body of bodies) expect((await post(body)).status).toBe(200);
    const storedEvents = (await other.trace(account, '&type=webhook.received')).map(({ data }) => data);
    expect(storedEvents).toMatchObject([
      { raw_body_base64: Buffer.from(bodies[0] ?? []).toString('base64'), body: null },
      { raw_body: '\uFEFF{"event":"Peña"}', body: { event: 'Peña' } },
      { raw_body_base64: 'AAH//g==', body: null },
      {
        raw_body_base64: Buffer.from(bodies[3] ?? []).toString('base64', 0, 65_536),
        raw_body_length: 70_000,
      },
      { raw_body: 'ñ'.repeat(32_768), raw_body_length: 140_000 },
    ]);
    expect(storedEvents.map((data) => 'raw_body' in data)).toEqual([false, true, false, false, true]);
    const snapshot = await sim.ask(account, 'GET', '/control/snapshot');
    await sim.ask(account, 'POST', '/control/reset');
    const loading = await sim.ask(account, 'PUT', '/control/snapshot', snapshot.text);
    expect(loading.status).toBe(200);
    const restoredEvents = await sim.trace(account, '&type=webhook.received');
    expect(restoredEvents.map(({ data }) => data)).toEqual(storedEvents);
  });
});

describe('an invalid UTF-8 body (contract section 11, Bytes)', async () => {
  const { sim, account } = await startAccountForBlock();
  const merchant = await TestMerchant.register(sim);
  const terminal = await merchant.terminal('SN-1');

  const sendBody = ({ auth, method, path }: Operation, body: Uint8Array, type = 'application/json') => {
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'merchantId' ? merchant.id : name === 'serialNumber' ? 'SN-1' : crypto.randomUUID(),
    );
    const timestamp = new Date(sim.clock.now()).toISOString();
    const signedParts = { secretKey: terminal.secret, timestamp, url: target, body };
    const headers =
      auth === 'terminal'
        ? { 'x-pos-timestamp': timestamp, 'x-pos-signature': signTerminalRequest(signedParts) }
        : {};
    const tokens: Partial<Record<Operation['auth'], string>> = {
      api: account.token,
      console: account.console,
      merchant: merchant.token,
    };
    return sim.send(method, target, {
      token: tokens[auth],
      body,
      headers: { 'content-type': type, ...headers },
    });
  };

  const withBody = operations.filter((operation) => operation.body);
  it.each(withBody.map((operation) => [operation.id, operation] as const))(
    'is refused by %s with the offset of the wrong byte, and with 415 if another charset is declared',
    async (_, operation) => {
      expect(await sendBody(operation, toLatin1('{"short_name":"Peña"}'))).toMatchObject(refusalAt(17));
      const text = new Uint8Array(Buffer.from('{"x":"Peña"}'));
      for (const charset of [
        'charset=latin1',
        'charset="ISO-8859-1"',
        'x=1; Charset=utf-16',
        'charset=utf88',
      ]) {
        const { status, json } = await sendBody(operation, text, `application/json; ${charset}`);
        expect([status, json.detail]).toEqual([415, expect.stringContaining('has the charset')]);
      }
    },
  );

  it('is refused as UTF-16, and accepted as UTF-8 with a byte order mark under every spelling of its name', async () => {
    const body = JSON.stringify({ ...buttonBody, agreement_id: account.agreement, identifier: 'Peña' });
    const create = (bytes: Uint8Array, headers = {}) =>
      sim.send('POST', BUTTONS, { token: account.token, body: bytes, headers });
    for (const charset of [
      'charset=utf-8',
      'charset=UTF-8',
      'Charset="Utf-8"',
      'charset=utf8',
      'charset="UTF8"',
      'x=charset',
    ]) {
      expect(await create(withByteOrderMark(body), jsonHeaders(charset))).toMatchObject({
        status: 201,
        json: { data: { identifier: 'Peña' } },
      });
    }
    expect((await create(withByteOrderMark(`\uFEFF${body}`))).status).toBe(400);
    const utf16 = await create(new Uint8Array(Buffer.from(`\uFEFF${body}`, 'utf16le')));
    expect(utf16).toMatchObject({ status: 400, json: { detail: expect.stringContaining('UTF-16') } });
    const spanish = await create(toLatin1('"ñ"'), { 'accept-language': 'es' });
    expect(spanish.json.detail).toBe(
      'El cuerpo no es UTF-8 válido: el byte en la posición 1 no forma parte de un carácter.',
    );
  });

  it('is refused in a form of either encoding, and the session stays unchanged', async () => {
    const id = await sim.button(account);
    const { body, headers } = paymentForm({ nombre: 'Ana PeQa' });
    const send = (bytes: Uint8Array, type = headers['content-type'] as string) =>
      sim.send('POST', `/pay/${id}`, { body: bytes, headers: { 'content-type': type } });
    const at = body.indexOf('Q');
    expect(await send(toLatin1(body.replace('Q', 'ñ')))).toMatchObject(refusalAt(at));
    expect(await send(toLatin1(body.replace('Q', '%F1')))).toMatchObject(refusalAt(at));
    expect(await send(toLatin1(body.replace('Q', '%c3%b1%f1')))).toMatchObject(refusalAt(at + 6));
    expect(await send(withByteOrderMark(body.replace('Q', '%F1')))).toMatchObject(refusalAt(at + 3));
    expect((await send(toLatin1(body), `${headers['content-type']}; charset=latin1`)).status).toBe(415);
    const parts = [...new URLSearchParams(body)].map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const multipart = `${parts.join('')}--x--\r\n`;
    const type = 'multipart/form-data; boundary=x';
    const offset = multipart.indexOf('Q');
    expect(await send(toLatin1(multipart.replace('Q', 'ñ')), type)).toMatchObject(refusalAt(offset));
    const status = `/api/v1/ext/payment-sessions/status/${id}`;
    expect((await sim.send('GET', status, account)).json.data.status).toBe('pending');
    const payment = await send(new Uint8Array(Buffer.from(multipart.replace('Q', 'ñ'))), type);
    expect(payment.status).toBe(303);
    const after = (await sim.send('GET', status, account)).json.data;
    expect(after.session_payment.payment_details.nombre).toBe('Ana Peña');
  });

  it('is refused as a snapshot, but a valid snapshot can begin with a byte order mark', async () => {
    await sim.button(account, { identifier: 'Peña' });
    const { text } = await sim.send('GET', '/control/snapshot', account);
    const load = (body: Uint8Array, headers = {}) =>
      sim.send('PUT', '/control/snapshot', { token: account.token, body, headers });
    const readSessions = async () => (await sim.ask(account, 'GET', '/console/sessions')).text;
    const before = await readSessions();
    const offset = Buffer.from(text).indexOf('ñ');
    expect(await load(toLatin1(text))).toMatchObject(refusalAt(offset));
    expect((await load(withByteOrderMark(text), jsonHeaders('charset=latin1'))).status).toBe(415);
    expect(await readSessions()).toBe(before);
    expect((await load(withByteOrderMark(text))).status).toBe(200);
  });

  it('is refused from a terminal even with a valid signature, and the transaction stays unchanged', async () => {
    const orderId = await merchant.create();
    const body = toLatin1('{"authorizationCode":"Ñ-1"}');
    const commit = (signing: object) =>
      sendSigned(sim, terminal, 'POST', `/transactions/${orderId}/commit`, signing);
    expect((await commit({ body, secret: 'another' })).status).toBe(401);
    expect(await commit({ body })).toMatchObject(refusalAt(22));
    expect((await merchant.send('GET', `/transactions/${orderId}`)).json.data.status).toBe('PENDING');
    expect((await commit({ body: withByteOrderMark('{"authorizationCode":"Ñ-1"}') })).status).toBe(200);
  });
});
