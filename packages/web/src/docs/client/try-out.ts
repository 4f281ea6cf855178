/** Tries an operation out, on its page of the reference. */

interface Grant {
  readonly agreement_id: string | null;
  readonly token: string;
  readonly console_token: string;
}

/** By then the tokens have five minutes left. */
const RENEWAL_MS = 600_000;

/** Shows the form, and sends what is typed to where the page was opened. */
export function tryOut(form: HTMLFormElement): void {
  const { method = 'GET', path = '', type, token: kind, agreement = '', failed = '' } = form.dataset;
  const place = form.querySelector('#tried');
  const body = form.querySelector<HTMLTextAreaElement>('[data-in="body"]');
  let granted: { readonly grant: Grant | null; readonly atMs: number } | undefined;

  const granting = async () => {
    if (granted && performance.now() - granted.atMs < RENEWAL_MS) return granted.grant;
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams() });
    const grant: Grant | null = answer.status === 200 ? await answer.json() : null;
    granted = { grant, atMs: performance.now() };
    return grant;
  };
  const valuesIn = (where: string) =>
    [...form.querySelectorAll<HTMLInputElement>(`[data-in="${where}"]`)].filter(({ value }) => value !== '');

  const send = async () => {
    const grant = await granting();
    const typed = valuesIn('token')[0]?.value;
    const token = typed ?? (kind === 'console_token' ? grant?.console_token : grant?.token);
    const address = path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(valuesIn('path').find((field) => field.name === name)?.value ?? ''),
    );
    const query = new URLSearchParams(valuesIn('query').map(({ name, value }) => [name, value]));
    const beganMs = performance.now();
    const url = form.action.replace('/console/reference', address) + (query.size > 0 ? `?${query}` : '');
    const answer = await fetch(url, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) },
      ...(body && { body: body.value }),
    });
    const text = await answer.text();
    show(
      `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - beganMs)} ms`,
      pretty(text),
    );
  };
  const show = (...texts: readonly string[]) => {
    place?.replaceChildren(
      ...texts.map((text, index) => {
        const element = document.createElement(index === 0 ? 'strong' : 'pre');
        element.className = index === 0 ? 'figures' : 'code wrap';
        element.textContent = text;
        return element;
      }),
    );
  };

  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send().catch((error: Error) => show(`${failed} ${error.message}`));
  });
  // Who is logged in gets the examples with an agreement of their own, and needs no token.
  granting().then((grant) => {
    if (!grant) return;
    form.querySelector('[data-credential]')?.remove();
    if (body && grant.agreement_id) body.value = body.value.replaceAll(agreement, grant.agreement_id);
    form.dataset.ready = 'yes';
  });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 20_000);
  }
}
