import { Debouncer } from './debouncer.ts';
import { enhance } from './enhance.ts';
import { shownRowLink } from './side.ts';

const RELOAD_DELAY_MS = 2000;
const PAUSED = '[data-pause][aria-pressed=true]';

/**
 * Fetches the page again after each event of the stream, and replaces the regions (`data-live`) that changed.
 * Open details, checked rows, the focus and scroll positions stay. A region isn't replaced while somebody
 * types or selects text in it.
 */
export function followLiveStream(url: string): void {
  const regions = document.querySelectorAll<HTMLElement>('[data-live]');
  const regionTexts = new Map([...regions].map((region) => [region.dataset.live, region.outerHTML]));
  let isPostponed = false;

  const refreshPart = async (pageUrl: string, part: ParentNode, prefix = '') => {
    const page = await fetchLivePage(pageUrl);
    for (const newRegion of page?.querySelectorAll<HTMLElement>('[data-live]') ?? []) {
      const name = newRegion.dataset.live ?? '';
      const current = part.querySelector<HTMLElement>(`[data-live="${CSS.escape(name)}"]`);
      const text = newRegion.outerHTML;
      if (!current || regionTexts.get(prefix + name) === text) continue;
      if (isTypedIn(current) || isSelectionIn(current)) {
        isPostponed = true;
        continue;
      }
      regionTexts.set(prefix + name, text);
      replaceRegion(current, newRegion);
    }
  };
  const refresh = async () => {
    if (document.querySelector(PAUSED)) return;
    await refreshPart(location.pathname + location.search, document);
    const side = document.querySelector<HTMLElement>('#side:not([hidden])');
    const [pageLink] = side?.querySelectorAll('a') ?? [];
    if (side && pageLink) await refreshPart(pageLink.href, side, 'side ');
  };
  const refresher = new Debouncer(refresh);

  const open = () => {
    const source = new EventSource(url);
    // Refreshes the page once, because the stream doesn't repeat events from the time between rendering and
    // opening.
    source.onopen = () => {
      setLiveLight(true);
      refresher.schedule();
    };
    for (const kind of ['message', 'row', 'left']) source.addEventListener(kind, () => refresher.schedule());
    source.onerror = () => {
      setLiveLight(false);
      // CLOSED means that the server refused the stream, because the login has ended.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), RELOAD_DELAY_MS);
    };
    return source;
  };
  let stream: EventSource | undefined;
  // Browsers limit connections to a host, so a hidden tab closes its stream.
  const followWhileVisible = () => {
    stream?.close();
    if (document.visibilityState === 'visible') stream = open();
  };
  followWhileVisible();
  document.addEventListener('visibilitychange', followWhileVisible);
  const catchUp = () => {
    if (isPostponed) refresher.schedule();
    isPostponed = false;
  };
  document.addEventListener('focusout', catchUp);
  document.addEventListener('selectionchange', () => getSelection()?.isCollapsed && catchUp());
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-pause]') : null;
    if (!button) return;
    button.ariaPressed = String(button.ariaPressed !== 'true');
    [button.textContent, button.dataset.pause] = [button.dataset.pause ?? '', button.textContent];
    setLiveLight(stream?.readyState === EventSource.OPEN);
    refresher.schedule();
  });
  addEventListener('pagehide', () => stream?.close());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

/**
 * Fetches the page. If the simulator is down, returns undefined; the stream reconnects when it is up again.
 */
async function fetchLivePage(url: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (answer.redirected || answer.status === 401) location.reload();
    else if (answer.ok) return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {}
  return undefined;
}

function isTypedIn(region: HTMLElement): boolean {
  const active = document.activeElement;
  const textControls = 'input:not([type=checkbox]):not([type=radio]), textarea, select';
  return active !== null && region.contains(active) && active.matches(textControls);
}

function isSelectionIn(region: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(region, true);
}

const ROWS = 'tbody tr, .events > li, .hanging > li';

/** Marks the rows that the region didn't have, which the style sheet fades in. */
function markArrivedRows(current: HTMLElement, newRegion: HTMLElement) {
  const keyOf = (row: Element) => {
    const first = row.querySelector<HTMLAnchorElement>('[id], a');
    return first?.id || first?.href;
  };
  const knownKeys = new Set([...current.querySelectorAll(ROWS)].map(keyOf));
  for (const row of newRegion.querySelectorAll(ROWS))
    row.toggleAttribute('data-arrived', !knownKeys.has(keyOf(row)));
}

function replaceRegion(current: HTMLElement, fetchedRegion: HTMLElement) {
  const focusedId = current.contains(document.activeElement) ? document.activeElement?.id : '';
  const scrollPositions = [...current.querySelectorAll('[id][data-keep-scroll]')].map(
    ({ id, scrollTop, scrollLeft }) => ({ id, scrollTop, scrollLeft }),
  );
  const newRegion = document.adoptNode(fetchedRegion);
  markArrivedRows(current, newRegion);
  enhance(newRegion);
  current.replaceWith(newRegion);
  for (const { id, open } of current.querySelectorAll<HTMLDetailsElement>('details[id]'))
    document.getElementById(id)?.toggleAttribute('open', open);
  for (const { id } of current.querySelectorAll('[type=checkbox][id]:checked'))
    document.getElementById(id)?.toggleAttribute('checked', true);
  for (const { id, scrollTop, scrollLeft } of scrollPositions)
    document.getElementById(id)?.scrollTo(scrollLeft, scrollTop);
  if (current.querySelector('.rows a[aria-current]')) shownRowLink()?.setAttribute('aria-current', 'true');
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
}

function setLiveLight(isOn: boolean) {
  const light = document.querySelector<HTMLElement>('[data-light]');
  const word = light?.querySelector('[data-live-word]');
  if (!light || !word) return;
  light.hidden = false;
  const state = !isOn ? 'lost' : document.querySelector(PAUSED) ? 'paused' : 'on';
  light.dataset.light = state;
  word.textContent = light.dataset[state] ?? '';
}
