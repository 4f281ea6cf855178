import { faultAt } from '@svc-simulator/contract';
import { type Peers, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { describe, expect, it } from 'vitest';
import { refusalOfError } from './http/errors.ts';
import { problemTexts, toldRefusal } from './refusal-words.ts';
import { invalid } from './refusals.ts';

const spanish = { 'accept-language': 'es-VE, en;q=0.5' };

describe('a problem in Spanish', () => {
  it('summarizes the first fault and the number of the others', async () => {
    const faults = [
      faultAt('', 'fault.must_be_not', { wanted: message('fault.wanted.object'), given: 'null' }),
      faultAt('/x', 'fault.required'),
    ];
    expect(toldRefusal(await problemTexts('es'), invalid(faults).refusal)).toMatchObject({
      title: 'Petición no válida',
      detail: 'cuerpo: debe ser un objeto, no null (y 1 más)',
      errors: [
        { pointer: '', detail: 'debe ser un objeto, no null' },
        { pointer: '/x', detail: 'es obligatorio' },
      ],
    });
  });

  it('names the unavailable store', async () => {
    const say = async (store: { readonly peers?: Peers }) => {
      const error = new StoreUnavailableError('away');
      const refusal = refusalOfError({ store, log: () => {} }, error, { requestId: 'r', callName: 'x' });
      return toldRefusal(await problemTexts('es'), refusal).detail;
    };
    const peers = {} as Peers;
    expect(await say({})).toContain('el disco esté lleno');
    expect(await say({ peers })).toContain('La base de datos del simulador no responde');
  });

  it('differs from the English one in its sentences alone', async () => {
    await using sim = await TestSimulator.start();
    const account = await sim.account();
    const make = (headers: Record<string, string>) =>
      sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: { ...buttonBody, agreement_id: account.agreement, amount_reference: -1, description: 7 },
        headers,
      });
    const [english, other] = [await make({ 'accept-language': 'fr, *;q=0.5' }), await make(spanish)];
    const places = ({ json }: typeof english) =>
      json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(places(other)).toEqual(places(english));
    expect([english.status, english.json.title, english.headers.get('content-language')]).toEqual([
      400,
      'Invalid request',
      'en',
    ]);
    expect([other.status, other.json.title, other.headers.get('content-language')]).toEqual([
      400,
      'Petición no válida',
      'es',
    ]);
    expect(Object.keys(other.json)).toEqual(Object.keys(english.json));
  });

  it('covers chaos, the throttle, and a key that was used for another request', async () => {
    await using sim = await TestSimulator.start();
    const account = await sim.account();
    const make = (identifier: string) =>
      sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: { ...buttonBody, agreement_id: account.agreement, identifier },
        headers: { ...spanish, 'idempotency-key': 'one' },
      });
    const first = await make('A-1');
    const again = await make('A-1');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await make('A-2')).json.detail).toMatch(/^Esta Idempotency-Key se usó /);

    const { token, console: consoleToken } = account;
    await sim.send('PUT', '/control/chaos', { token, body: { error_rate: 1 } });
    expect((await make('A-3')).json.detail).toMatch(
      /^El caos provocó esta respuesta \(semilla \d+, llamada 1\)/,
    );
    await sim.send('DELETE', '/control/chaos', { token });

    await sim.send('PUT', '/console/settings', { token: consoleToken, body: { throttle_per_minute: 1 } });
    await make('A-4');
    expect((await make('A-4')).json).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^La cuenta tiene un límite de 1 llamadas por minuto;/),
    });
  });
});
