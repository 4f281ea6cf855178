import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { type Answered, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('a class', async () => {
  const sim = await simulatorOfBlock();
  const owner = await sim.account();

  const create = async (title = 'March', who = owner) =>
    (await sim.ask(who, 'POST', '/console/classes', { title })).json.data;
  const join = (who: TestAccount, class_code: string) =>
    sim.ask(who, 'POST', '/console/class', { class_code });
  const progress = (classId: string, who = owner, headers = {}): Promise<Answered> =>
    sim.send('GET', `/console/classes/${classId}/progress`, { token: who.console, headers });
  const rowsOf = async (classId: string) => (await progress(classId)).json.data.trainees;
  const namesOf = async (classId: string) =>
    (await rowsOf(classId)).map(({ short_name }: { short_name: string }) => short_name);
  let names = 0;
  const register = (class_code?: string, short_name = `trainee-${++names}`) =>
    sim.send('POST', '/console/register', { body: { short_name, password: 'correct horse', class_code } });

  it('draws another join code if one is taken', async () => {
    // The second class draws the code of the first class twice before it draws another one.
    const codes = ['0000000001', '0000000001', '0000000001', '0000000002'];
    const { SeededRandom } = await import('@svc-simulator/test-support/seeded-random.ts');
    class Repeating extends SeededRandom {
      override hex(length: number): string {
        return length === 5 ? (codes.shift() ?? super.hex(5)) : super.hex(length);
      }
    }
    await using otherSim = await TestSimulator.start({ random: new Repeating(1) });
    const { console } = await otherSim.account();
    const make = async () =>
      (await otherSim.send('POST', '/console/classes', { token: console, body: { title: 'T' } })).json.data
        .join_code;
    expect([await make(), await make()]).toEqual(['BAAAAAAA', 'CAAAAAAA']);
    expect(codes).toEqual([]);
  });

  it('adds every account that joins at the same time to exactly one class', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const trainees = await Promise.all(Array.from({ length: 6 }, () => sim.account()));
    await Promise.all([
      ...trainees.map((trainee) => join(trainee, one.join_code)),
      ...trainees.map((trainee) => join(trainee, two.join_code)),
    ]);
    const inBoth = [...(await namesOf(one.class_id)), ...(await namesOf(two.class_id))];
    expect(new Set(inBoth).size).toBe(6);
    expect(inBoth).toHaveLength(6);
  });

  describe('at registration', () => {
    it('adds every new account that registers with the class code at the same time', async () => {
      const { class_id, join_code, title } = await create();
      const registrations = await Promise.all([1, 2, 3].map(() => register(join_code.toLowerCase())));
      expect(registrations.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect((await namesOf(class_id)).sort()).toEqual(
        registrations.map(({ json }) => json.short_name).sort(),
      );
      const token = registrations[0]?.json.console_token;
      const trace = (await sim.send('GET', '/console/trace', { token })).json.data;
      expect(trace.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
        ['account.registered', { short_name: registrations[0]?.json.short_name }],
        ['class.joined', { class_id, title }],
      ]);
      expect((await sim.send('GET', '/console/class', { token })).json.data).toMatchObject({ class_id });
      expect((await sim.send('DELETE', '/console/class', { token })).status).toBe(200);
    });

    it('refuses a taken name without joining', async () => {
      const { class_id, join_code } = await create();
      await register(undefined, 'was-here');
      expect((await register(join_code, 'Was-Here')).status).toBe(409);
      expect(await rowsOf(class_id)).toEqual([]);
    });
  });
});
