/**
 * The checkout's only script. It adds comfort and nothing else: the page is complete without it. Texts come from `data-`
 * attributes, so that it is the same in every language.
 */
import { element } from '../../kit/client/element.ts';
import { countdownAt } from './countdown.ts';

const REST_MS = 8000;
const form = element('#pago');
const status = element('#estado');
let counting: ReturnType<typeof setInterval> | undefined;

/**
 * The pay button rests while a request is in flight. It comes back when the page is shown again (`pageshow`, also out of the
 * back/forward cache), and after a while in any case: a redirect to an app's deep link leaves the page open.
 */
function restWhilePaying(button: HTMLButtonElement) {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const rest = (isBusy: boolean) => {
    clearTimeout(resting);
    button.disabled = isBusy;
    element('.idle', button).hidden = isBusy;
    element('.busy', button).hidden = !isBusy;
    form.toggleAttribute('data-busy', isBusy);
    status.textContent = (isBusy && status.dataset.busy) || '';
    if (isBusy) resting = setTimeout(rest, REST_MS, false);
  };
  form.addEventListener('submit', (event) => {
    if (form.hasAttribute('data-busy')) event.preventDefault();
    else rest(true);
  });
  addEventListener('pageshow', () => rest(false));
}

/** A key of the test options becomes a button that writes it into the key field. */
function offerKey(code: HTMLElement, otp: HTMLInputElement) {
  const { key = '', label = '', used = '' } = code.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = key;
  button.className = 'key';
  button.setAttribute('aria-label', label);
  button.addEventListener('click', () => {
    otp.value = key;
    status.textContent = used;
  });
  code.replaceWith(button);
}

/** Adds a button that fills in a test payer. */
function offerPayer(place: HTMLElement) {
  const values: Readonly<Record<string, string>> = JSON.parse(place.dataset.testPayer ?? '{}');
  place.hidden = false;
  const button = element<HTMLButtonElement>('button', place);
  button.addEventListener('click', () => {
    for (const [name, value] of Object.entries(values))
      element<HTMLInputElement | HTMLSelectElement>(`#${name}`, form).value = value;
    status.textContent = button.dataset.used ?? '';
  });
}

/** Measured from the time left when the page was made: the payer's clock need not be right. */
function countDown(countdown: HTMLElement) {
  const endMs = performance.now() + Number(countdown.dataset.leftMs);
  const clock = element('.clock', countdown);
  const tick = () => {
    const shown = countdownAt(endMs - performance.now());
    clock.textContent = shown.clock;
    countdown.classList.toggle('soon', shown.isSoon);
    if (!shown.isOver) return;
    clearInterval(counting);
    countdown.textContent = countdown.dataset.over ?? '';
    status.textContent = countdown.textContent;
  };
  counting = setInterval(tick, 500);
  countdown.hidden = false;
  tick();
}

function startCountdown() {
  clearInterval(counting);
  const countdown = document.querySelector<HTMLElement>('[data-left-ms]');
  if (countdown) countDown(countdown);
}

// A reload fetches the page instead of posting the form again.
history.replaceState(null, '', location.href);
restWhilePaying(element<HTMLButtonElement>('.pay', form));
for (const code of document.querySelectorAll<HTMLElement>('[data-key]'))
  offerKey(code, element<HTMLInputElement>('#otp'));
const testPayer = document.querySelector<HTMLElement>('[data-test-payer]');
if (testPayer) offerPayer(testPayer);
startCountdown();
follow(form, startCountdown);

/** So often an open page asks whether it is still true; also when it comes into sight. */
const LOOK_MS = 5000;

/**
 * Keeps the page true to the simulator's clock, and to what happens to its session elsewhere: the parts that tell of its end are
 * put in the place of the old ones, and a session that can no longer be paid shows its closed page. Nothing that was typed moves.
 */
function follow(form: HTMLElement, onFresh: () => void) {
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

/** Fetches the current page, even for an unknown session; undefined after a network error. */
async function fetchedPage(): Promise<Document | undefined> {
  try {
    const answer = await fetch(location.pathname + location.search, { cache: 'no-store' });
    if (!answer.ok && answer.status !== 404) return undefined;
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {
    return undefined;
  }
}
