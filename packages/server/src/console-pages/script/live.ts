/**
 * Live updates: when the stream says that something happened, the page is fetched again and its regions are put in place
 * of the old ones. What is open stays open, what has the focus keeps it, and nothing moves under somebody who types.
 */
export const liveScript = `
  const main = document.getElementById('content');
  const light = document.querySelector('[data-live-light]');
  const QUIET_MS = 120;
  const APART_MS = 400;
  const shown = new Map([...document.querySelectorAll('[data-live]')].map((region) => [region.dataset.live, region.outerHTML]));
  let timer = 0;
  let last = 0;
  let fetching = false;
  let again = false;
  let postponed = false;

  const address = new URL(location.href);
  if (address.searchParams.has('done')) {
    address.searchParams.delete('done');
    history.replaceState(null, '', address);
  }

  const turn = (on) => {
    if (!light) return;
    light.hidden = false;
    light.dataset.state = on ? 'on' : 'off';
    light.querySelector('[data-live-word]').textContent = on ? light.dataset.on : light.dataset.off;
  };

  const put = (old, fresh) => {
    const open = [...old.querySelectorAll('details[open][id]')].map((element) => element.id);
    const focused = old.contains(document.activeElement) ? document.activeElement.id : '';
    const scrolled = [...old.querySelectorAll('[id][data-keep-scroll]')].map((box) => [box.id, box.scrollTop, box.scrollLeft]);
    dress(fresh);
    old.replaceWith(fresh);
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    for (const [id, top, left] of scrolled) document.getElementById(id)?.scrollTo(left, top);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  const isTyping = (region) => {
    const active = document.activeElement;
    return region.contains(active) && active.matches('input:not([type=checkbox]):not([type=radio]), textarea, select');
  };

  const refresh = async () => {
    timer = 0;
    if (fetching) return void (again = true);
    fetching = true;
    last = Date.now();
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' }, cache: 'no-store' });
      if (answer.redirected || answer.status === 401) return location.reload();
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const fresh of page.querySelectorAll('[data-live]')) {
        const name = fresh.dataset.live;
        const old = document.querySelector('[data-live="' + CSS.escape(name) + '"]');
        const text = fresh.outerHTML;
        if (!old || shown.get(name) === text) continue;
        if (isTyping(old)) {
          postponed = true;
          continue;
        }
        shown.set(name, text);
        put(old, document.adoptNode(fresh));
      }
    } catch {
      // The simulator is away; its stream says when it is back.
    } finally {
      fetching = false;
      if (again) {
        again = false;
        soon();
      }
    }
  };

  const soon = () => {
    if (!timer) timer = setTimeout(refresh, Math.max(QUIET_MS, last + APART_MS - Date.now()));
  };

  const follow = (url) => {
    let stream;
    const open = () => {
      stream = new EventSource(url);
      // Whatever happened between the page's making and now.
      stream.onopen = () => {
        turn(true);
        soon();
      };
      stream.onmessage = (event) => {
        const row = JSON.parse(event.data).row;
        if (row) putRow(row);
        else soon();
      };
      stream.onerror = () => {
        turn(false);
        // Refused for good: the log-in has ended.
        if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 2000);
      };
    };
    // Browsers allow few connections to a host: a tab that nobody sees leaves its own to the others.
    const attend = () => {
      stream?.close();
      if (document.visibilityState === 'visible') open();
    };
    attend();
    document.addEventListener('visibilitychange', attend);
    document.addEventListener('focusout', () => {
      if (postponed) soon();
      postponed = false;
    });
    addEventListener('pagehide', () => stream?.close());
    addEventListener('pageshow', (event) => event.persisted && location.reload());
  };

  /** A single row that the stream brings ready made, as {key, html}. */
  const putRow = ({ key, html }) => {
    const old = document.querySelector('[data-row="' + CSS.escape(key) + '"]');
    const holder = new DOMParser().parseFromString('<table>' + html + '</table>', 'text/html');
    const fresh = holder.querySelector('[data-row]');
    if (!old || !fresh) return soon();
    // What is being fetched may be older than this row.
    if (fetching) again = true;
    put(old, document.adoptNode(fresh));
  };

  dress(document);
  if (main?.dataset.liveUrl && window.EventSource) follow(main.dataset.liveUrl);
`;
