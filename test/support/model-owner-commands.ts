import fc from 'fast-check';
import { expect } from 'vitest';
import { Command, chosen } from './model-command.ts';
import type { ModelSettings } from './model-owner.ts';
import type { AccountModel } from './model-state.ts';
import { CREDENTIALS } from './model-subject.ts';

function set(settings: ModelSettings): Command {
  return new Command(`set(${JSON.stringify(settings)})`, async (model, world) => {
    const { text } = await world.ask((subject) =>
      subject.console('PUT', '/console/settings', { body: settings }),
    );
    model.owner.settings = settings;
    expect(JSON.parse(text).data).toMatchObject(settings);
  });
}

function rotate(grace: boolean): Command {
  return new Command(`rotate(${grace ? 'with' : 'without'} grace)`, async ({ owner, now }, world) => {
    const { text } = await world.ask((subject) =>
      subject.console('POST', '/console/keys/webhook-secret', { body: { grace } }),
    );
    const { data } = JSON.parse(text);
    expect(data.webhook_secret).not.toBe(owner.secret);
    owner.rotate(data.webhook_secret, grace, now);
    expect(data).toEqual(owner.secretsAt(now));
  });
}

const logIn = () =>
  new Command('logIn', async ({ owner }, world) => {
    const { status, text } = await world.ask((subject) =>
      subject.send('POST', '/api/svcpagos/login', { body: CREDENTIALS }),
    );
    expect(status, text).toBe(200);
    const names = await world.tokenNames();
    expect(names).toEqual(expect.arrayContaining([...owner.tokens]));
    expect(names).toHaveLength(owner.tokens.length + 2);
    owner.tokens = names;
  });

/** Any but the one that the history goes on with. */
function revoke(which: number): Command {
  const spare = ({ owner }: Pick<AccountModel, 'owner'>) => owner.tokens.filter((name) => name !== owner.key);
  return new Command(
    `revoke(${which})`,
    async (model, world) => {
      const name = chosen(spare(model), which);
      const call = () => world.ask((subject) => subject.console('DELETE', `/console/tokens/${name}`));
      expect((await call()).status).toBe(200);
      expect((await call()).status).toBe(404);
      model.owner.tokens = model.owner.tokens.filter((one) => one !== name);
    },
    (model) => spare(model).length > 0,
  );
}

const addPartner = () =>
  new Command('addPartner', async ({ owner }, world) => {
    const body = { name: 'Ana' };
    const { text } = await world.ask((subject) => subject.api('POST', '/api/v1/ext/partners', { body }));
    owner.partners.unshift(JSON.parse(text).data.partner_id);
  });

function createClass(title: string): Command {
  return new Command(`createClass(${title})`, async ({ owner }, world) => {
    const { text } = await world.ask((subject) =>
      subject.console('POST', '/console/classes', { body: { title } }),
    );
    const { class_id: id, join_code: code } = JSON.parse(text).data;
    owner.classes.unshift({ id, title, code, closed: false });
  });
}

function changeClass(which: number, change: { title: string } | { closed: boolean } | 'code'): Command {
  return new Command(
    `changeClass(${which}, ${JSON.stringify(change)})`,
    async ({ owner }, world) => {
      const own = chosen(owner.classes, which);
      const path = `/console/classes/${own.id}`;
      const { text } = await world.ask((subject) =>
        change === 'code'
          ? subject.console('POST', `${path}/join-code`)
          : subject.console('PATCH', path, { body: change }),
      );
      const { join_code } = JSON.parse(text).data;
      expect(join_code === own.code).toBe(change !== 'code');
      Object.assign(own, change === 'code' ? { code: join_code } : change);
    },
    ({ owner }) => owner.classes.length > 0,
  );
}

const which = fc.nat(5);

/** Commands on what an account has beside its payments; each as likely as the others. */
export const ownerCommands: fc.Arbitrary<Command> = fc.oneof(
  fc.boolean().map(rotate),
  fc.constant(null).map(logIn),
  which.map(revoke),
  fc.constant(null).map(addPartner),
  fc.constantFrom('March', 'Cajas y más').map(createClass),
  fc
    .tuple(which, fc.constantFrom({ title: 'April' }, { closed: true }, { closed: false }, 'code' as const))
    .map((args) => changeClass(...args)),
);

export const settingCommands: fc.Arbitrary<Command> = fc
  .record<ModelSettings>({
    accreditation_delay_ms: fc.constantFrom(null, 0, 60_000),
    extra_events: fc.boolean(),
    // Less, or more, than what each session is worth.
    minimum_amount_ves: fc.constantFrom(0, 14, 14, 10_000),
    receiver_credits: fc.constantFrom('list', 'by_receiver'),
    webhook_signature: fc.constantFrom('timestamp', 'body', 'sha256'),
  })
  .map(set);
