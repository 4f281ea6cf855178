/** `limit-ws`, the relay's side: a frame comes in, its body goes out by POST, the status goes back. Nothing else. */
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { work } from '../workers.ts';

const [server = '', target = ''] = process.argv.slice(2);
const { origin, pathname: path } = new URL(target);
const pool = new Pool(origin, { connections: 64, pipelining: 1 });
const socket = new WebSocket(server);

socket.on('message', async (data) => {
  const { delivery_id, attempt, headers, body_base64 } = JSON.parse(String(data));
  const body = Buffer.from(body_base64, 'base64');
  const response = await pool.request({ path, method: 'POST', headers, body });
  await response.body.dump();
  socket.send(JSON.stringify({ type: 'result', delivery_id, attempt, status: response.statusCode }));
});
socket.once('open', () => work('ready'));
