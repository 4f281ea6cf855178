import { expect, it } from 'vitest';
import { createSimulator } from './simulator.ts';

it('refuses to start under a path', async () => {
  const starting = createSimulator({ port: 0, publicUrl: 'https://host.invalid/console' });
  await expect(starting).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining('starts with /console, which the simulator uses itself'),
  });
});
