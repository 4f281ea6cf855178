import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSession } from './support/api.ts';
import { phone, takePicture } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { startSimulator } from './support/simulator.ts';

it('draws who told whom what in a session, on a phone too, and saves it as a picture', async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  const identifier = '</text><script>alert(1)</script>';
  const { id } = await openSession(simulator, { identifier, webhook_url: receiver.url });
  await receiver.received.atLeast(1);
  const page = await enterConsole(simulator, {
    viewport: phone,
    colorScheme: 'dark',
  });
  await page.goto(`${simulator.url}/console/sessions/${id}`);
  const drawing = page.locator('#sequence-picture');
  // The attempt comes live, when the receiver has answered.
  await drawing.getByText('401').first().waitFor();
  const texts = await drawing.locator('text').allTextContents();
  expect(texts).toEqual(
    expect.arrayContaining([
      'Payer',
      'Your shop',
      'Provider',
      'Receiver',
      expect.stringContaining('</text><scrip'),
      'payment_session.created',
      expect.stringMatching(/^✕ 401 · /),
    ]),
  );
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(wider).toBeLessThanOrEqual(0);
  await takePicture(page, 'console-sequence-phone');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sequence-picture.png');
  const png = await readFile(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Its width is twice that of the drawing: the picture is that of the drawing, not an empty canvas of the default size.
  const width = await page.evaluate('document.getElementById("sequence-picture").viewBox.baseVal.width');
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
});
