import { expect, it } from 'vitest';
import { createSimulator } from './simulator.ts';

it('refuses a public URL whose path begins like a path of the simulator', async () => {
  const simulator = createSimulator({ port: 0, publicUrl: 'https://host.invalid/console' });
  await expect(simulator).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining('starts with /console, which the simulator uses itself'),
  });
});
