/**
 * What the device keeps (serial, secret key, counters: in this browser only) and how it signs and sends. Every request
 * that gets no answer in time, or the answer of a broken server, is `NoAnswer`: nobody knows then what became of it.
 */
export const deviceScript = String.raw`
  const STORAGE = 'svc-sim.terminal';
  const DEADLINE_MS = 8000;
  const API = '/api/v1/pos-terminals/';
  class NoAnswer extends Error {}

  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(STORAGE));
    } catch {
      return null;
    }
  };
  let memory = load();
  const save = () => {
    try {
      localStorage.setItem(STORAGE, JSON.stringify(memory));
    } catch {
      // A browser that keeps nothing keeps the terminal until the page is left.
    }
  };

  const random = (digits) =>
    String(crypto.getRandomValues(new Uint32Array(1))[0] % 10 ** digits).padStart(digits, '0');

  const sign = async (secret, text) => {
    // Over plain http browsers have no WebCrypto; the page then brings what it needs.
    if (!crypto.subtle) return plainHmac.sign(secret, text);
    const utf8 = new TextEncoder();
    // The key is the text of 64 hexadecimal characters, not the 32 bytes that it could be read as.
    const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };

  const send = async (serial, method, path, body, secret) => {
    // What is signed is the address as the browser sends it.
    const { pathname, search } = new URL(API + encodeURIComponent(serial) + path, location.origin);
    const url = pathname + search;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    if (secret) {
      const timestamp = new Date().toISOString();
      headers['x-pos-timestamp'] = timestamp;
      headers['x-pos-signature'] = await sign(secret, text + '\n' + timestamp + '\n' + url);
    }
    try {
      const answer = await fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body: text }),
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const json = await answer.json();
      note(method, url, answer.status);
      if (answer.status >= 500) throw new NoAnswer(json.detail);
      return { status: answer.status, data: json.data, detail: detailOf(json) };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      note(method, url, texts.unanswered);
      throw new NoAnswer(String(error));
    }
  };
  const detailOf = ({ errors, detail, title }) =>
    errors?.length ? errors.map((fault) => (fault.pointer + ' ' + fault.detail).trim()).join('; ') : detail ?? title;

  /** A signed request of this terminal. */
  const ask = (method, path, body) => send(memory.serial, method, path, body, memory.secret);
  const orderPath = (orderId) => '/transactions/' + encodeURIComponent(orderId);

  const terminalNumber = () => memory.serial.replace(/\D/g, '').slice(-8).padStart(8, '0');

  /** The number after the last closing, which a browser that has forgotten everything can learn from the service. */
  const nextBatch = async () => {
    const { status, data } = await ask('GET', '/settlements');
    const numbers = status === 200 ? data.map(({ batchNumber }) => batchNumber).filter(Number.isSafeInteger) : [];
    return Math.max(0, ...numbers) + 1;
  };`;
