/**
 * Whether a request under `/console` is a browser's, for a page, and not a program's, for JSON (contract section 5): it
 * brings no token, and navigates, posts a form, or follows a page's own stream. The default receivers belong to programs.
 */
export function isPageRequest(request: Request, path: string): boolean {
  const { headers, method } = request;
  if (path.startsWith('/console/hooks/') || headers.has('authorization')) return false;
  if (path.startsWith('/console/live')) return true;
  if (method === 'POST')
    return headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;
  return (method === 'GET' || method === 'HEAD') && (headers.get('accept')?.includes('text/html') ?? false);
}
