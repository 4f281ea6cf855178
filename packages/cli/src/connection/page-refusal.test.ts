import { describe, expect, it } from 'vitest';
import { pageRefusal } from './page-refusal.ts';

describe('pageRefusal', () => {
  it('reads the faults that the page shows beside its fields', async () => {
    const html = `<p class="error" id="telefono-error"><svg><path d="M0"/></svg><span>That &amp; &quot;this&quot;</span></p>
      <p class="hint" id="otp-hint"><span>no fault</span></p><p class="error" id="otp-error"><span>It&#39;s missing.</span></p>`;
    const error = await pageRefusal(new Response(html, { status: 400 }), 's-1');
    expect(error.errors).toEqual([
      { pointer: '/telefono', detail: 'That & "this"' },
      { pointer: '/otp', detail: "It's missing." },
    ]);
  });

  it.each([
    [404, 'no session s-1'],
    [409, 's-1 is not pending'],
    [503, 'answered 503'],
  ])('words a %i', async (status, text) => {
    const error = await pageRefusal(new Response('<html>', { status }), 's-1');
    expect(error).toMatchObject({ status, errors: [] });
    expect(error.detail).toContain(text);
  });
});
