/**
 * Attacks that repeat expensive requests: webhooks, searches, relays, experiments and classes. The
 * parameters are those of tenant-attacks.js.
 */
import { request } from 'node:http';
import fc from 'fast-check';
import { WebSocket } from 'ws';

export function attacksByRepetition({ send, crowd, draw, targets, open, post, answerTo, batchOf }) {
  /** Connects a relay that requests all missed webhooks, and disconnects after the first frames. */
  const visit = ({ token }, { host }) =>
    new Promise((resolve) => {
      const relay = new WebSocket(`ws://${host}/relay?since=0`, {
        headers: { authorization: `Bearer ${token}` },
      });
      relay.on('error', resolve).on('close', resolve);
      relay.on('open', () => setTimeout(() => relay.terminate(), 100));
    });

  /** Opens an event stream and closes it after its first bytes. */
  const glance = (path, token) =>
    new Promise((resolve) => {
      const { hostname, port } = draw(fc.constantFrom(...targets));
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
      const stream = request({ hostname, port, path, headers }, (answer) => {
        answer
          .once('data', () => stream.destroy())
          .on('error', resolve)
          .on('close', resolve);
      });
      stream.on('error', resolve).end();
    });

  /** Sends an edited webhook of 64 KiB to a relay that refuses every webhook, and returns the delivery. */
  async function refuseLongWebhook(account) {
    const to = draw(fc.constantFrom(...targets));
    const { token } = account;
    const relay = new WebSocket(`ws://${to.host}/relay`, { headers: { authorization: `Bearer ${token}` } });
    relay
      .on('error', () => {})
      .on('message', (data) => {
        const { type, delivery_id, attempt } = JSON.parse(data);
        if (type === 'webhook')
          relay.send(JSON.stringify({ type: 'result', delivery_id, attempt, status: 401 }));
      });
    await new Promise((resolve) => relay.once('open', resolve));
    const [item] = batchOf(account.agreement, 1).items;
    const body = { items: [{ ...item, webhook_url: 'http://localhost:9/refused' }] };
    await post('/api/v1/ext/payment-sessions/request/batch', token, body, to);
    const refusedOf = async (after) => {
      for (;;) {
        const list = await answerTo('GET', '/console/deliveries', account.console);
        const refusal = list.data.find(({ last_attempt: last, ...row }) => last && row.resend_of === after);
        if (refusal) return refusal.delivery_id;
      }
    };
    const first = await refusedOf(null);
    const raw_body = `[${'{"a":"é/<"},'.repeat(5000)}1]`;
    await post(`/control/deliveries/${first}/resend`, token, { raw_body }, to);
    return { token, to, delivery_id: await refusedOf(first) };
  }

  return {
    /**
     * Resends and probes one session's webhook repeatedly; each request reads all deliveries of the session.
     */
    resends: async () => {
      const account = await open();
      const [to] = targets;
      const webhook_url = `${to.origin}/console/hooks/${account.id}/paid`;
      const [item] = batchOf(account.agreement, 1).items;
      const body = { items: [{ ...item, webhook_url }] };
      const creation = await post('/api/v1/ext/payment-sessions/request/batch', account.token, body, to);
      const session_id = creation.data.items[0].id;
      let deliveries = [];
      while (deliveries.length === 0)
        deliveries = (await answerTo('GET', '/console/deliveries?state=delivered', account.console)).data;
      const [{ delivery_id }] = deliveries;
      await crowd(100, (number) =>
        number % 10 === 0
          ? send('POST', '/control/probes', { token: account.token, json: { session_id, kind: 'duplicate' } })
          : send('POST', `/control/deliveries/${delivery_id}/resend`, { token: account.token, json: {} }),
      );
    },
    /** Resends all abandoned webhooks repeatedly. After the first time, each search for them finds none. */
    undelivered: async () => {
      const account = await open();
      const [to] = targets;
      const webhook_url = `${to.origin}/console/hooks/${account.id}/fail`;
      const items = batchOf(account.agreement, 200).items.map((item) => ({ ...item, webhook_url }));
      for (let count = 0; count < 15; count++)
        await post('/api/v1/ext/payment-sessions/request/batch', account.token, { items }, to);
      for (let count = 0; count < 3; count++)
        await send('POST', '/control/clock/advance', { token: account.token, json: { ms: 86_400_000 } });
      await crowd(100, () =>
        send('POST', '/control/deliveries/resend', {
          token: account.token,
          json: { url: draw(fc.constantFrom('nowhere', 'fail')) },
        }),
      );
    },
    /** Connects relays that request all missed webhooks and disconnect. */
    relays: async () => {
      const account = await open();
      const items = batchOf(account.agreement, 200).items.map((item) => ({
        ...item,
        webhook_url: 'http://localhost:9/missed',
      }));
      for (let count = 0; count < 10; count++)
        await post('/api/v1/ext/payment-sessions/request/batch', account.token, { items });
      await crowd(100, () => visit(account, draw(fc.constantFrom(...targets))));
    },
    /** Starts experiments on edited webhooks with bodies of the maximum length. */
    experiments: async () => {
      const accounts = await Promise.all(Array.from({ length: 20 }, open));
      const refusals = await Promise.all(accounts.map(refuseLongWebhook));
      await crowd(40, (number) => {
        const { token, to, delivery_id } = refusals[number % refusals.length];
        return send('POST', '/control/experiments', { token, to, json: { delivery_id } });
      });
    },
    /** A class of forty trainees, its board, notes and practices. */
    trainers: async () => {
      const trainer = await open();
      const { data: group } = await post('/console/classes', trainer.console, { title: 'Class' });
      const trainees = await Promise.all(Array.from({ length: 40 }, open));
      for (const { console } of trainees)
        await post('/console/class', console, { class_code: group.join_code });
      const board = `/console/classes/${group.class_id}`;
      const token = trainer.console;
      const acts = [
        () => send('GET', `${board}/progress`, { token }),
        () => send('GET', `${board}/progress`, { token, headers: { accept: 'text/csv' } }),
        () => glance(`${board}/progress`, token),
        () => send('PATCH', board, { token, json: { title: 'x'.repeat(draw(fc.nat(200))) } }),
        () =>
          send('POST', '/console/class/notes', {
            token: draw(fc.constantFrom(...trainees)).console,
            json: { text: '\u0001'.repeat(2000) },
          }),
        () => send('GET', '/console/progress', { token: draw(fc.constantFrom(...trainees)).console }),
      ];
      await crowd(150, () => draw(fc.constantFrom(...acts))());
    },
  };
}
