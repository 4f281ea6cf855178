import { enhance } from './enhance.ts';

/** The side panel needs this width; on narrower screens a row opens its page. */
const WIDE_SCREEN = matchMedia('(min-width: 90rem)');

/**
 * Returns the link of the row that the panel shows; undefined if the panel is empty. The link isn't stored,
 * because a refresh can replace the row.
 */
export function shownRowLink(): HTMLAnchorElement | undefined {
  const pageLink = document.querySelector<HTMLAnchorElement>('#side a');
  const links = document.querySelectorAll<HTMLAnchorElement>('main .rows td:first-child a');
  return [...links].find((link) => link.href === pageLink?.href);
}

/** Makes a click on a row of a list open it in the panel. Escape or the close button closes the panel. */
export function setUpSidePanel(): void {
  const side = document.querySelector<HTMLElement>('#side');
  const body = side?.querySelector('[data-body]');
  const failure = side?.querySelector<HTMLElement>('[data-failure]');
  const pageLink = side?.querySelector<HTMLAnchorElement>('a');
  if (!side || !body || !failure || !pageLink) return;

  const close = () => {
    side.hidden = true;
    const row = shownRowLink();
    row?.removeAttribute('aria-current');
    row?.focus();
  };
  const load = async (url: string, form?: URLSearchParams) => {
    const request = form && { method: 'POST', body: form };
    const html = await fetch(url, { headers: { accept: 'text/html' }, ...request })
      .then((answer) => answer.text())
      .catch(() => null);
    failure.hidden = html !== null;
    const page = new DOMParser().parseFromString(html ?? '', 'text/html');
    for (const part of page.querySelectorAll('[data-live=simulation], .back')) part.remove();
    body.replaceChildren(...(page.querySelector('main')?.childNodes ?? []));
    enhance(body);
    side.scrollTop = 0;
  };
  const open = async (link: HTMLAnchorElement) => {
    await load(link.href);
    shownRowLink()?.removeAttribute('aria-current');
    pageLink.href = link.href;
    link.ariaCurrent = 'true';
    side.hidden = false;
    side.focus({ preventScroll: true });
    const target = link.hash ? body.querySelector(`[id="${CSS.escape(link.hash.slice(1))}"]`) : null;
    target?.closest('details')?.setAttribute('open', '');
    // The style sheet hides the other steps of the story while this delivery is open.
    side.classList.toggle('one', target !== null);
  };
  // An action shows its result in the panel, so that the list stays.
  body.addEventListener('submit', (event) => {
    const { target: form, submitter } = event as SubmitEvent;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    event.preventDefault();
    if (form.dataset.sent) return;
    const fields = [...new FormData(form, submitter)] as [string, string][];
    void load(form.getAttribute('action') ?? pageLink.href, new URLSearchParams(fields));
  });
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('[data-close]')) close();
    const link = target.closest<HTMLAnchorElement>('main .rows[data-side] td:first-child a');
    if (!link || !WIDE_SCREEN.matches || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    void open(link);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !side.hidden && !document.querySelector('dialog[open], :popover-open')) close();
  });
}
