/**
 * The script by which the virtual terminal's page signs where browsers have no WebCrypto: `plainHmac.sign(secret, text)`.
 * Answers its text, and where it came from.
 */
export async function plainHmacScript(rolldown, cwd) {
  const input = 'packages/server/src/terminal-page/script/plain-hmac.ts';
  const bundle = await rolldown({ cwd, input, platform: 'browser', tsconfig: false });
  const { output } = await bundle.generate({ format: 'iife', name: 'plainHmac', minify: true });
  await bundle.close();
  const [{ code, moduleIds }] = output;
  return { text: code, sources: moduleIds };
}
