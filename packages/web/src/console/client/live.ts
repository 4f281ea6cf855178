import { dress } from './dress.ts';
import { Rounds } from './rounds.ts';

const LOG_IN_MS = 2000;

/**
 * Fetches the page again after each event of the stream and replaces its regions. Open parts stay open, the
 * focus stays, and nothing moves while somebody types or selects text.
 */
export function follow(url: string): void {
  const shown = new Map([...regionsOf(document)].map((region) => [region.dataset.live, region.outerHTML]));
  let isPostponed = false;

  const refresh = async () => {
    const page = await fetchedPage();
    for (const fresh of page ? regionsOf(page) : []) {
      const name = fresh.dataset.live ?? '';
      const old = document.querySelector<HTMLElement>(`[data-live="${CSS.escape(name)}"]`);
      const text = fresh.outerHTML;
      if (!old || shown.get(name) === text) continue;
      if (isTypedIn(old) || isMarkedIn(old)) {
        isPostponed = true;
        continue;
      }
      shown.set(name, text);
      put(old, fresh);
    }
  };
  const rounds = new Rounds(refresh);

  const open = () => {
    const opened = new EventSource(url);
    // Fetches events between the page's creation and the connection.
    opened.onopen = () => {
      turnLight(true);
      rounds.soon();
    };
    for (const kind of ['message', 'row', 'left']) opened.addEventListener(kind, () => rounds.soon());
    opened.onerror = () => {
      turnLight(false);
      // Refused for good: the log-in has ended.
      if (opened.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), LOG_IN_MS);
    };
    return opened;
  };
  let stream: EventSource | undefined;
  // Browsers allow few connections to a host: a tab that nobody sees leaves its own to the others.
  const attend = () => {
    stream?.close();
    if (document.visibilityState === 'visible') stream = open();
  };
  attend();
  document.addEventListener('visibilitychange', attend);
  const catchUp = () => {
    if (isPostponed) rounds.soon();
    isPostponed = false;
  };
  document.addEventListener('focusout', catchUp);
  document.addEventListener('selectionchange', () => getSelection()?.isCollapsed && catchUp());
  addEventListener('pagehide', () => stream?.close());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

function regionsOf(page: Document) {
  return page.querySelectorAll<HTMLElement>('[data-live]');
}

/** This page as it is now; undefined where the simulator is away: its stream says when it is back. */
async function fetchedPage(): Promise<Document | undefined> {
  try {
    const answer = await fetch(location.pathname + location.search, {
      headers: { accept: 'text/html' },
      cache: 'no-store',
    });
    if (answer.redirected || answer.status === 401) location.reload();
    else if (answer.ok) return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {}
  return undefined;
}

function isTypedIn(region: HTMLElement): boolean {
  const active = document.activeElement;
  const typed = 'input:not([type=checkbox]):not([type=radio]), textarea, select';
  return active !== null && region.contains(active) && active.matches(typed);
}

function isMarkedIn(region: HTMLElement): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && marked.containsNode(region, true);
}

function put(old: HTMLElement, parsed: HTMLElement) {
  const open = [...old.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const focused = old.contains(document.activeElement) ? document.activeElement?.id : '';
  const scrolled = [...old.querySelectorAll('[id][data-keep-scroll]')].map(
    ({ id, scrollTop, scrollLeft }) => ({ id, scrollTop, scrollLeft }),
  );
  const fresh = document.adoptNode(parsed);
  dress(fresh);
  old.replaceWith(fresh);
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  for (const { id, scrollTop, scrollLeft } of scrolled)
    document.getElementById(id)?.scrollTo(scrollLeft, scrollTop);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** The light at the top of the page, which says whether it is kept up to date. */
function turnLight(isOn: boolean) {
  const light = document.querySelector<HTMLElement>('[data-live-light]');
  const word = light?.querySelector('[data-live-word]');
  if (!light || !word) return;
  light.hidden = false;
  light.dataset.state = isOn ? 'on' : 'off';
  word.textContent = (isOn ? light.dataset.on : light.dataset.off) ?? '';
}
