import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { describe, expect, it } from 'vitest';

const OWN = 'correct horse';

describe.each(eachStore())(
  'a one-time password of a trainee who has left, %s (contract section 12)',
  (_name, start) => {
    it.each(['leaves', 'is removed', 'joins another class'] as const)(
      "is invalid once the trainee %s, and the trainee's own password works again",
      async (how) => {
        const { sim, other } = await start();
        const [trainer, trainee] = [await sim.account(), await sim.account()];
        const asTrainer = (method: string, path: string, body?: object) =>
          sim.send(method, path, { token: trainer.console, body });
        const createClass = async (title: string) =>
          (await asTrainer('POST', '/console/classes', { title })).json.data;
        const [{ class_id, join_code }, second] = [await createClass('May'), await createClass('June')];
        const join = (class_code: string) => sim.ask(trainee, 'POST', '/console/class', { class_code });
        await join(join_code);
        const traineePath = `/console/classes/${class_id}/trainees/${trainee.name}`;
        // Resets the password twice: the second reset must not overwrite the remembered own password.
        await asTrainer('POST', `${traineePath}/password`);
        const { password } = (await asTrainer('POST', `${traineePath}/password`)).json.data;
        const login = async (triedPassword: string, more = {}) => {
          const body = { short_name: trainee.name, password: triedPassword, ...more };
          return (await other.send('POST', '/console/login', { body })).status;
        };
        expect([await login(OWN), await login(password)]).toEqual([401, 400]);
        if (how === 'leaves') await sim.ask(trainee, 'DELETE', '/console/class');
        else if (how === 'is removed') await asTrainer('DELETE', traineePath);
        else await join(second.join_code);
        expect(await login(password)).toBe(401);
        expect(await login(password, { new_password: 'battery staple' })).toBe(401);
        expect(await login(OWN)).toBe(200);
      },
    );
  },
);
