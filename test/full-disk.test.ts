import { expect, it } from 'vitest';
import { buttonBody, call, paymentForm } from './support/api.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

/** A limit on the size of files stands in for a disk that is full: writes past it fail. */
function startLimited(blocks: number, dataDir: string) {
  return startProgram('bash', [
    '-c',
    `ulimit -f ${blocks}; exec "$0" "$@"`,
    process.execPath,
    ...[`${root}bin/sim.js`, 'start', '--json', '--port', '0', '--data', dataDir],
  ]);
}

it('does not start where nothing can be stored, and says where that is', async () => {
  const dataDir = `${scratchFolder()}/data`;
  const program = startLimited(0, dataDir);
  expect((await program.exited).code).toBe(1);
  expect(program.stderr()).toContain(
    `there is no room for the data directory ${dataDir} (EFBIG); free some on its disk`,
  );
});

it('answers 503 when it can no longer store, and forgets nothing that it had acknowledged', async () => {
  const dataDir = scratchFolder();
  const program = startLimited(256, dataDir);
  const { url, account } = JSON.parse(
    await program.lines.first((line) => line.startsWith('{'), 'the ready line'),
  );
  const create = () =>
    call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
      token: account.token,
      body: buttonBody(account.agreement_id),
    });
  const acknowledged: string[] = [];
  let answer = await create();
  while (answer.status === 201) {
    acknowledged.push(answer.body.data.id);
    answer = await create();
  }
  expect(answer.status).toBe(503);
  const page = await fetch(`${url}/pay/${acknowledged[0]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' },
    body: paymentForm('000000'),
  });
  expect([page.status, page.headers.get('content-type')]).toEqual([
    503,
    expect.stringContaining('text/html'),
  ]);
  expect(await page.text()).toContain('no está disponible');
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(acknowledged.length).toBeGreaterThan(0);

  const idsIn = async (at: string) => {
    const list = await call(at, 'GET', '/console/sessions?limit=1000', { token: account.console_token });
    return list.body.data.map(({ id }: { id: string }) => id).toReversed();
  };
  expect((await call(url, 'GET', '/health')).status).toBe(200);
  expect(await idsIn(url), 'memory is as it was').toEqual(acknowledged);
  program.signal('SIGKILL');
  await program.exited;

  const again = await startSimulator({ dataDir });
  expect(await idsIn(again.url), 'the store is as it was').toEqual(acknowledged);
});
