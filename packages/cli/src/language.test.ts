import { describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../test/live.ts';
import { createStage } from '../test/stage.ts';
import { runRelay } from './run-relay.ts';

const live = liveSimulator();
const SPANISH = 'LANG=es_VE.UTF-8';

async function sim(line: string, environment = '') {
  const env = Object.fromEntries(environment.split(' ').map((pair) => pair.split('=')));
  return runStage(createStage(line.split(' '), { env }));
}

describe('the language', () => {
  it.each([
    ['', '', 'en'],
    ['', SPANISH, 'es'],
    ['', 'LC_MESSAGES=es LANG=en_US', 'es'],
    ['', 'LC_ALL=C LC_MESSAGES=es LANG=es', 'en'],
    ['', 'LC_ALL= LANG=es', 'es'],
    ['', 'LANG=est', 'en'],
    ['', `SIM_LANG=en ${SPANISH}`, 'en'],
    ['', 'SIM_LANG=es LC_ALL=C', 'es'],
    ['--lang es', '', 'es'],
    ['--lang=es', '', 'es'],
    ['--lang en', 'SIM_LANG=es', 'en'],
  ])(
    'is with the flag %j, before or after the command, and the environment %j: %s',
    async (flag, environment, language) => {
      const usage = language === 'es' ? 'Uso: sim start [opciones]' : 'Usage: sim start [options]';
      expect((await sim(`start --help ${flag}`.trim(), environment)).stdout).toContain(usage);
      expect((await sim(`${flag} start --help`.trim(), environment)).stdout).toContain(usage);
    },
  );

  it('is refused as wrong usage if it is unknown', async () => {
    for (const [line, environment] of [
      ['session list --lang fr', ''],
      ['--lang fr session list', ''],
      ['session list', 'SIM_LANG=fr'],
    ] as const) {
      const { code, stderr } = await sim(line, environment);
      expect([line, code, stderr]).toEqual([line, 2, expect.stringContaining('es, en')]);
    }
  });

  it('defaults to English in output for programs', async () => {
    expect((await sim('session list --json', SPANISH)).stderr).toMatch(/^{"title":"Cannot reach the/);
    expect((await sim('session list --json --lang es')).stderr).toMatch(/^{"title":"No hay conexión/);
  });

  it('applies only to its own command', async () => {
    await sim('--help', SPANISH);
    expect((await sim('--help')).stdout).toMatch(/^Usage: sim/);
  });
});

describe('in Spanish', () => {
  it.each([
    [
      'start --prot 1',
      "error: no existe la opción '--prot'\n(¿Quisiste decir --port?)\nMira: sim start --help\n",
    ],
    ['sesion', "error: no existe el comando 'sesion'\n(¿Quisiste decir session?)\nMira: sim --help\n"],
    [
      'session expire',
      "error: falta el argumento obligatorio 'sesión'\n  id de la sesión, o sus primeros caracteres\nMira: sim session expire --help\n",
    ],
    [
      'session wait x',
      "error: falta la opción obligatoria '--for <qué>'\n  paid, failed, expired, accredited, accreditation_to_recipient_failed o un evento, como payment_session.paid o webhook.delivered:paid\nMira: sim session wait --help\n",
    ],
    [
      'session show a b',
      "error: sobran argumentos para 'show': se esperaba 1 argumento y hay 2.\nMira: sim session show --help\n",
    ],
    [
      'trace --limit x',
      "error: el valor 'x' de la opción '--limit <n>' no es válido. Debe ser un número de 1 a 1000.\nMira: sim trace --help\n",
    ],
    [
      'probe x --kind y',
      "error: el valor 'y' de la opción '--kind <tipo>' no es válido. Los valores permitidos son bad_signature, stale_timestamp, duplicate, unknown_event, extra_fields.\nMira: sim probe --help\n",
    ],
    [
      'expect paid --none --exactly 1',
      "error: la opción '--none' no se puede usar con la opción '--exactly <n>'\nMira: sim expect --help\n",
    ],
    [
      'start --host 192.0.2.1 --port 0 --ephemeral',
      'error: esta máquina no tiene la dirección 192.0.2.1; pasa --host 127.0.0.1\n',
    ],
  ])('explains the error of sim %s', async (line, explanation) => {
    expect((await sim(line, SPANISH)).stderr).toBe(explanation);
  });

  it('reports that no simulator runs', async () => {
    const { code, stdout, stderr } = await sim('session list', SPANISH);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^error: no se encontró un simulador: .* no está en este directorio .*\n$/);
  });

  it('translates the output except its names', async () => {
    const id = await live.newSession();
    const { stdout } = await runStage(
      await live.createLiveStage(['session', 'show', id], { env: { LANG: 'es' } }),
    );
    expect(stdout).toMatch(/^sesión {7}\S+ ●─◐─○ pendiente\norigen {7}botón\nmonto {8}USD 10,00\n/);
    expect(stdout).toMatch(/^creada {7}(ahora|hace \d+ s)$/m);
  });

  it('applies to texts that a payer sees, even in output for programs', async () => {
    const env = { LANG: 'es' };
    const { stdout } = await runStage(await live.createLiveStage(['session', 'create', '--json'], { env }));
    expect(JSON.parse(stdout)).toMatchObject({
      identifier_label: 'Pedido',
      description: 'Un pago de prueba',
    });
  });

  it.each([
    ['config', 'LC_ALL=es', /^lang +es +LC_ALL$/m],
    ['config --lang en', SPANISH, /^lang +en +--lang$/m],
    ['config', 'SIM_LANG=es LANG=C', /^lang +es +SIM_LANG$/m],
  ])('names the source of the language in sim %s with %s', async (line, environment, text) => {
    expect((await sim(line, environment)).stdout).toMatch(text);
  });

  it('names the source of the setting in relay', async () => {
    const { context, stderr } = createStage(['--port', '1', '--forward-to', 'http://r.invalid/'], {
      env: { LANG: 'es', SIM_MOCK: live.url, SIM_KEY: live.account.token },
    });
    expect(await runRelay(context)).toBe(2);
    expect(stderr()).toMatch(/^error: la opción .*--port.*--forward-to/);
  });
});

it('prints each of two simultaneous command lines in its own language', async () => {
  const lines = ['session --help', 'trace --limit x', 'session list', 'config'];
  const [inSpanish, inEnglish] = await Promise.all(
    [SPANISH, 'LANG=C'].map((env) => Promise.all(lines.map((line) => sim(line, env)))),
  );
  const alone = async (env: string) => {
    const runs = [];
    for (const line of lines) runs.push(await sim(line, env));
    return runs;
  };
  const outputsOf = (runs: readonly { stdout: string; stderr: string }[] = []) =>
    runs.map(({ stdout, stderr }) => `${stdout}${stderr}`.replaceAll(/\/\S*svc-simulator-test-\w+/g, 'DIR'));
  expect(outputsOf(inSpanish)).toEqual(outputsOf(await alone(SPANISH)));
  expect(outputsOf(inEnglish)).toEqual(outputsOf(await alone('LANG=C')));
  expect(outputsOf(inSpanish)[0]).toContain('Uso: ');
  expect(outputsOf(inEnglish)[0]).toContain('Usage: ');
});
