import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it, vi } from 'vitest';

const loadedModules = vi.hoisted((): string[] => []);
const record = vi.hoisted(() => (name: string) => async (load: () => Promise<unknown>) => {
  loadedModules.push(name);
  return (await load()) as object;
});
vi.mock('./operator-surface.ts', record('surface'));
vi.mock('@svc-simulator/contract/operator/operator.ts', record('contract'));
vi.mock('@svc-simulator/web/operator/operator-document.ts', record('document'));
vi.mock('@svc-simulator/web/operator/index.ts', record('pages'));

async function visitOperator(operatorToken?: string) {
  // Other tests in the same worker may have loaded the modules.
  vi.resetModules();
  loadedModules.length = 0;
  await using sim = await TestSimulator.start({ hosted: true, ...(operatorToken && { operatorToken }) });
  for (const path of ['/operator', '/operator/login', '/operator/accounts', '/notice', '/openapi.json'])
    await sim.send('GET', path);
  await sim.ask(await sim.account(), 'GET', '/console/sessions');
  return [...loadedModules].sort();
}

it('loads nothing of the operator without a token, whatever is requested', async () => {
  expect(await visitOperator()).toEqual([]);
  expect(await visitOperator('an-operator-token-of-forty-characters-00')).toEqual([
    'contract',
    'document',
    'pages',
    'surface',
  ]);
});
