/** So often an open page asks whether it is still true; also when it comes into sight. */
const LOOK_MS = 5000;

/**
 * Keeps the page true to the simulator's clock, and to what happens to its session elsewhere: the parts that tell of its end are
 * put in the place of the old ones, and a session that can no longer be paid shows its closed page. Nothing that was typed moves.
 */
export function follow(form: HTMLElement, onFresh: () => void) {
  const shown = new Map(partsOf(document).map(({ id, outerHTML }) => [id, outerHTML]));
  const look = async () => {
    if (document.visibilityState !== 'visible' || form.hasAttribute('data-busy')) return;
    const page = await fetchedPage();
    if (!page || form.hasAttribute('data-busy')) return;
    // Without what was posted, and without a fragment, which would only scroll.
    if (!page.querySelector('#pago')) return location.replace(location.pathname + location.search);
    for (const fresh of partsOf(page)) {
      const { id, outerHTML } = fresh;
      if (shown.get(id) === outerHTML) continue;
      shown.set(id, outerHTML);
      document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
    }
    onFresh();
  };
  setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
}

function partsOf(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-live]')];
}

/** The page as it is now, also one that says that there is no such session; undefined where nothing is known. */
async function fetchedPage(): Promise<Document | undefined> {
  try {
    const answer = await fetch(location.pathname + location.search, { cache: 'no-store' });
    if (!answer.ok && answer.status !== 404) return undefined;
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {
    return undefined;
  }
}
