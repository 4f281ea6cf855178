import { createElement } from '../../kit/client/element.ts';

interface Grant {
  readonly agreement_id: string | null;
  readonly token: string;
  readonly console_token: string;
}

/** Requests new tokens after 10 minutes, because the server accepts a token for 15. */
const GRANT_RENEWAL_MS = 600_000;

export function setUpTryForm(form: HTMLFormElement): void {
  const { method = 'GET', path = '', type, token: tokenKind, agreement = '', failed = '' } = form.dataset;
  const output = form.querySelector('#tried');
  const body = form.querySelector<HTMLTextAreaElement>('[data-in="body"]');
  let currentGrant: { readonly grant: Grant | null; readonly atMs: number } | undefined;

  const requestGrant = async () => {
    if (currentGrant && performance.now() - currentGrant.atMs < GRANT_RENEWAL_MS) return currentGrant.grant;
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams() });
    const grant: Grant | null = answer.status === 200 ? await answer.json() : null;
    currentGrant = { grant, atMs: performance.now() };
    return grant;
  };
  const valuesIn = (location: string) =>
    [...form.querySelectorAll<HTMLInputElement>(`[data-in="${location}"]`)].filter(
      ({ value }) => value !== '',
    );

  const send = async () => {
    const grant = await requestGrant();
    const typedToken = valuesIn('token')[0]?.value;
    const token = typedToken ?? (tokenKind === 'console_token' ? grant?.console_token : grant?.token);
    const urlPath = path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(valuesIn('path').find((field) => field.name === name)?.value ?? ''),
    );
    const query = new URLSearchParams(valuesIn('query').map(({ name, value }) => [name, value]));
    const startedAtMs = performance.now();
    const url = form.action.replace('/console/reference', urlPath) + (query.size > 0 ? `?${query}` : '');
    const answer = await fetch(url, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) },
      ...(body && { body: body.value }),
    });
    const text = await answer.text();
    const durationMs = Math.round(performance.now() - startedAtMs);
    show(`${answer.status} ${answer.statusText} · ${durationMs} ms`, formatJson(text));
  };
  const show = (status: string, text = '') => {
    output?.replaceChildren(
      createElement('strong', [status], { className: 'figures' }),
      createElement('pre', [text], { className: 'code wrap', hidden: text === '' }),
    );
  };

  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send().catch((error: Error) => show(`${failed} ${error.message}`));
  });
  // If the browser is logged in, the example uses the account's agreement, and the form needs no token field.
  requestGrant().then((grant) => {
    if (!grant) return;
    form.querySelector('[data-credential]')?.remove();
    if (body && grant.agreement_id) body.value = body.value.replaceAll(agreement, grant.agreement_id);
    form.dataset.ready = 'yes';
  });
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 20_000);
  }
}
