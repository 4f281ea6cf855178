import { faultAt } from '@svc-simulator/contract';
import { type Peers, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { describe, expect, it } from 'vitest';
import { formatRefusal, loadProblemTexts } from './format-refusal.ts';
import { refusalOfError } from './http/errors.ts';
import { invalid } from './refusals.ts';

const spanish = { 'accept-language': 'es-VE, en;q=0.5' };

describe('a problem in Spanish', () => {
  it('summarizes the first fault and the number of the others', async () => {
    const faults = [
      faultAt('', 'fault.must_be_not', { wanted: message('fault.wanted.object'), given: 'null' }),
      faultAt('/x', 'fault.required'),
    ];
    expect(formatRefusal(await loadProblemTexts('es'), invalid(faults).refusal)).toMatchObject({
      title: 'Petición no válida',
      detail: 'cuerpo: debe ser un objeto, no null (y 1 más)',
      errors: [
        { pointer: '', detail: 'debe ser un objeto, no null' },
        { pointer: '/x', detail: 'es obligatorio' },
      ],
    });
  });

  it('names the unavailable store', async () => {
    const detailOf = async (store: { readonly peers?: Peers }) => {
      const error = new StoreUnavailableError('away');
      const refusal = refusalOfError({ store, log: () => {} }, error, { requestId: 'r', callName: 'x' });
      return formatRefusal(await loadProblemTexts('es'), refusal).detail;
    };
    const peers = {} as Peers;
    expect(await detailOf({})).toContain('el disco esté lleno');
    expect(await detailOf({ peers })).toContain('La base de datos del simulador no responde');
  });

  it('differs from the English problem only in its sentences', async () => {
    await using sim = await TestSimulator.start();
    const account = await sim.account();
    const createSession = (headers: Record<string, string>) =>
      sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: { ...buttonBody, agreement_id: account.agreement, amount_reference: -1, description: 7 },
        headers,
      });
    const [englishResponse, spanishResponse] = [
      await createSession({ 'accept-language': 'fr, *;q=0.5' }),
      await createSession(spanish),
    ];
    const pointersOf = ({ json }: typeof englishResponse) =>
      json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointersOf(spanishResponse)).toEqual(pointersOf(englishResponse));
    expect([
      englishResponse.status,
      englishResponse.json.title,
      englishResponse.headers.get('content-language'),
    ]).toEqual([400, 'Invalid request', 'en']);
    expect([
      spanishResponse.status,
      spanishResponse.json.title,
      spanishResponse.headers.get('content-language'),
    ]).toEqual([400, 'Petición no válida', 'es']);
    expect(Object.keys(spanishResponse.json)).toEqual(Object.keys(englishResponse.json));
  });

  it('translates the refusals of chaos, of the throttle and of a reused idempotency key', async () => {
    await using sim = await TestSimulator.start();
    const account = await sim.account();
    const createSession = (identifier: string) =>
      sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: { ...buttonBody, agreement_id: account.agreement, identifier },
        headers: { ...spanish, 'idempotency-key': 'one' },
      });
    const first = await createSession('A-1');
    const again = await createSession('A-1');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await createSession('A-2')).json.detail).toMatch(/^Esta Idempotency-Key se usó /);

    const { token, console: consoleToken } = account;
    await sim.send('PUT', '/control/chaos', { token, body: { error_rate: 1 } });
    expect((await createSession('A-3')).json.detail).toMatch(
      /^El caos provocó esta respuesta \(semilla \d+, llamada 1\)/,
    );
    await sim.send('DELETE', '/control/chaos', { token });

    await sim.send('PUT', '/console/settings', { token: consoleToken, body: { throttle_per_minute: 1 } });
    await createSession('A-4');
    expect((await createSession('A-4')).json).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^La cuenta tiene un límite de 1 llamadas por minuto;/),
    });
  });
});
