import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connectionFlags, openSession } from './support/api.ts';
import { type Received, startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { isSigned } from './support/signature.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { startSimulator } from './support/simulator.ts';

const script = { rules: [{ match: { identifier: 'Peña' }, outcomes: [{ leg1: 'failed' }] }] };
const rules = (url: string) => `rules:\n  - { forward_to: ${url} }\n`;

/** Encodings in which some programs save a text by default. */
const contents = {
  'with a byte order mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'in UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'in Latin-1': (text: string) => Buffer.from(text.replace('Peña', 'Peñó'), 'latin1'),
};

describe('a file that a command reads (contract section 11, Bytes)', () => {
  it('is accepted with a byte order mark, and refused as UTF-16 or as invalid UTF-8', async () => {
    const simulator = await startSimulator();
    await openSession(simulator, { identifier: 'Peña' });
    const cwd = scratchFolder();
    const savedFile = `${cwd}/saved.json`;
    expect(
      (await runSimHere(['snapshot', 'save', savedFile, ...connectionFlags(simulator)], { cwd })).code,
    ).toBe(0);
    const files = {
      'snapshot load --yes': readFileSync(savedFile, 'utf8'),
      'script set': JSON.stringify(script),
    };
    for (const [command, text] of Object.entries(files)) {
      for (const [how, bytes] of Object.entries(contents)) {
        writeFileSync(`${cwd}/file.json`, bytes(text));
        const ran = await runSimHere([...command.split(' '), 'file.json', ...connectionFlags(simulator)], {
          cwd,
        });
        const expectation = {
          'with a byte order mark': { code: 0 },
          'in UTF-16': { code: 2, stderr: expect.stringContaining('it is UTF-16; save it as UTF-8') },
          'in Latin-1': {
            code: 2,
            stderr: expect.stringMatching(/isn't valid UTF-8: the byte at offset \d+ /),
          },
        }[how];
        expect([command, how, ran]).toMatchObject([command, how, expectation]);
      }
    }
    const piped = await runSimHere(['script', 'set', '-', ...connectionFlags(simulator)], {
      cwd,
      input: contents['in UTF-16'](JSON.stringify(script)),
    });
    expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('it is UTF-16') });
  });

  it.each([
    ['sim.config.json', '{"port":0}', ['config']],
    [
      'relay.yaml',
      rules('http://127.0.0.1:1/'),
      ['relay', '--rules', 'relay.yaml', '--key', 'sim_api_x', '--mock', 'http://127.0.0.1:1'],
    ],
  ])('is accepted with a byte order mark, and refused as UTF-16: %s', async (name, text, words) => {
    const cwd = scratchFolder();
    writeFileSync(`${cwd}/${name}`, contents['in UTF-16'](text));
    const ran = await runSimHere(words, { cwd });
    expect(ran.stdout + ran.stderr).toContain('it is UTF-16; save it as UTF-8');
    writeFileSync(`${cwd}/${name}`, contents['with a byte order mark'](text));
    if (name !== 'relay.yaml') expect((await runSimHere(words, { cwd })).code).toBe(0);
  });

  it('is sent with the same bytes after an editor has rewritten a saved webhook', async () => {
    const cwd = scratchFolder();
    const simulator = await startSimulator();
    const shop = await startReceiver();
    writeFileSync(`${cwd}/relay.yaml`, contents['with a byte order mark'](rules(`${shop.url}/hook`)));
    const words = ['relay', ...connectionFlags(simulator), '--rules', 'relay.yaml', '--save', '.', '--json'];
    const relay = startSimHere(words, { cwd });
    await relay.lines.first((line) => line.includes('connected'), 'connected');
    await openSession(simulator, { identifier: 'Peña', webhook_url: 'http://localhost:1/x' });
    const [first] = await shop.received.atLeast(1);
    expect((await relay.stop()).code).toBe(0);
    const name = readdirSync(cwd).find((file) => file.endsWith('.http')) as string;
    const file = readFileSync(`${cwd}/${name}`);
    expect(file.toString()).toContain(`\r\ncontent-length: ${first?.rawBody.length}\r\n\r\n`);
    const replay = async (bytes: Buffer) => {
      writeFileSync(`${cwd}/edited.http`, bytes);
      return runSimHere(['replay', 'edited.http'], { cwd });
    };
    const mark = Buffer.from('\uFEFF');
    const lines = (text: string) => Buffer.from(text);
    const edited = [
      file,
      Buffer.concat([file, lines('\n')]),
      Buffer.concat([mark, lines(file.toString().replaceAll('\r\n', '\n')), lines('\r\n\r\n')]),
    ];
    for (const bytes of edited) expect(await replay(bytes)).toMatchObject({ code: 0 });
    const webhooks = await shop.received.atLeast(4);
    const parts = ({ url, headers, rawBody }: Received) => ({ url, headers, body: rawBody.toString() });
    for (const received of webhooks) expect(parts(received)).toEqual(parts(first as Received));
    // The webhook can also be sent to another port with a new signature.
    const debugged = await startReceiver((_, response) => response.writeHead(418).end());
    const more = ['--port', String(debugged.port), '--re-sign', 'whsec_of_another_account', '--json'];
    const again = await runSimHere(['replay', name, ...more], { cwd });
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { file: name, status: 418 }]);
    const [signed] = debugged.received.all as [Received];
    expect(isSigned(signed, 'whsec_of_another_account')).toBe(true);
    expect([signed.url, signed.rawBody]).toEqual(['/hook', first?.rawBody]);
    expect(signed.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);

    const longer = await replay(Buffer.concat([file, lines(' ')]));
    expect(longer).toMatchObject({ code: 2, stderr: expect.stringContaining('its body has') });
    expect((await replay(file.subarray(0, -1))).code).toBe(2);
    expect((await replay(Buffer.from(`\uFEFF${file}`, 'utf16le'))).stderr).toContain('it is UTF-16');
    expect(shop.received.all).toHaveLength(4);
  });
});
