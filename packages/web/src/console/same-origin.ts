/**
 * Whether a request that changes something comes from the console's own pages. Browsers say where a form stood; who says
 * nothing is no browser, and has no cookie to protect. `ownOrigins` are those that the simulator is reached under.
 */
export function isSameOrigin(request: Request, ownOrigins: readonly string[]): boolean {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null) return site === 'same-origin';
  return ownOrigins.includes(origin);
}
