import { toolAgents } from '@svc-simulator/contract';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const agents = { program: 'node', ...toolAgents };
type Who = keyof typeof agents;

describe.each(eachStore())('calls by tools, %s', (_name, start) => {
  async function createAsEachCaller(
    act: (who: Who, sim: TestSimulator, account: TestAccount) => Promise<string>,
  ) {
    const { sim, other } = await start();
    const account = await sim.account();
    const idByCaller: Record<string, string> = {};
    for (const who of ['program', 'tool', 'examination'] as const) {
      sim.headers = { 'user-agent': agents[who] };
      idByCaller[who] = await act(who, sim, account);
    }
    sim.headers = {};
    const listCallers = async (path: string, idOf: (item: Record<string, string>) => unknown) => {
      const { status, json } = await other.send('GET', path, { token: account.console });
      expect([path, status]).toEqual([path, 200]);
      const names = Object.keys(idByCaller);
      return json.data.map((item: Record<string, string>) =>
        names.find((name) => idByCaller[name] === idOf(item)),
      );
    };
    return { sim, account, idByCaller, listCallers };
  }

  it('omits receiver tests from lists of sessions and deliveries, unless they are requested or searched for', async () => {
    const { sim, account, idByCaller, listCallers } = await createAsEachCaller(async (_who, sim, account) => {
      const webhook_url = `${sim.url}/console/hooks/${account.id}/paid`;
      const id = await sim.button(account, { webhook_url });
      await sim.ask(account, 'POST', '/control/clock/advance', { ms: 1 });
      return id;
    });
    for (const [path, idOf] of [
      ['/console/sessions', ({ id }: Record<string, string>) => id],
      ['/console/deliveries', ({ session_id }: Record<string, string>) => session_id],
    ] as const) {
      expect(await listCallers(path, idOf)).toEqual(['tool', 'program']);
      expect(await listCallers(`${path}?by=all`, idOf)).toEqual(['examination', 'tool', 'program']);
      for (const who of Object.keys(agents))
        expect(await listCallers(`${path}?by=${who}`, idOf)).toEqual([who]);
      expect(await listCallers(`${path}?q=${idByCaller.examination}`, idOf)).toEqual(['examination']);
      expect(await listCallers(`${path}?limit=1`, idOf)).toEqual(['tool']);
      const wrong = await sim.send('GET', `${path}?by=me`, { token: account.console });
      expect([wrong.status, wrong.json.errors[0].pointer]).toEqual([400, '/by']);
    }
    const narrow = '/console/sessions?status=pending&origin=button';
    const idOf = ({ id }: Record<string, string>) => id;
    expect(await listCallers(narrow, idOf)).toEqual(['tool', 'program']);
    expect(await listCallers(`${narrow}&by=all`, idOf)).toEqual(['examination', 'tool', 'program']);
    expect(await listCallers('/console/sessions?origin=request&by=all', idOf)).toEqual([]);
    const { json } = await sim.ask(account, 'GET', '/console/sessions?by=all');
    expect(json.data.map(({ by }: { by: string }) => by)).toEqual(['examination', 'tool', 'program']);
    // The trace contains every session and names the tool.
    const creations = await sim.trace(account, '&type=session.created');
    expect(creations.map(({ data }) => data.by)).toEqual([undefined, 'tool', 'examination']);
  });
});

describe('the log of calls', () => {
  it('shows calls of programs, and calls of tools on request or by search', async () => {
    const { TestSimulator } = await import('@svc-simulator/test-support/simulator.ts');
    await using sim = await TestSimulator.start();
    const account = await sim.account();
    for (const agent of Object.values(agents)) {
      sim.headers = { 'user-agent': agent };
      await sim.button(account);
    }
    sim.headers = {};
    const listCalls = async (query = '') => {
      const path = `/console/calls?operation=createButtonSession${query}`;
      return (await sim.send('GET', path, { token: account.console })).json.data;
    };
    const listMakers = async (query?: string) => (await listCalls(query)).map(({ by }: { by: string }) => by);
    expect(await listMakers()).toEqual(['program']);
    expect(await listMakers('&by=all')).toEqual(['examination', 'tool', 'program']);
    expect(await listMakers('&by=tool')).toEqual(['tool']);
    const [testedCall] = await listCalls('&by=examination');
    expect(await listMakers(`&request_id=${testedCall.request_id}`)).toEqual(['examination']);
    expect(await listMakers(`&q=${testedCall.request_id}`)).toEqual(['examination']);
  });
});
