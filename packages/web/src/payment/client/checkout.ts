/**
 * The payment page's only script; the page works without it. Texts come from `data-` attributes, so one
 * script serves all languages.
 */
import { createElement, element } from '../../kit/client/element.ts';
import { countdownAt } from './countdown.ts';

const BUSY_MS = 8000;
const PAGE_POLL_MS = 5000;
const paymentForm = element('#pago');
const statusLine = element('#estado');
let countdownTimer: ReturnType<typeof setInterval> | undefined;

/**
 * Disables the pay button while the form is posted. `pageshow` enables it when the payer comes back to the
 * page. The timeout enables it if the response opens an app, because then the page stays open.
 */
function disableWhilePaying(button: HTMLButtonElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setBusy = (isBusy: boolean) => {
    clearTimeout(timer);
    button.disabled = isBusy;
    element('.idle', button).hidden = isBusy;
    element('.busy', button).hidden = !isBusy;
    paymentForm.toggleAttribute('data-busy', isBusy);
    statusLine.textContent = (isBusy && statusLine.dataset.busy) || '';
    if (isBusy) timer = setTimeout(setBusy, BUSY_MS, false);
  };
  paymentForm.addEventListener('submit', (event) => {
    if (paymentForm.hasAttribute('data-busy')) event.preventDefault();
    else setBusy(true);
  });
  addEventListener('pageshow', () => setBusy(false));
}

function offerKey(code: HTMLElement, otp: HTMLInputElement) {
  const { key = '', label = '', used = '' } = code.dataset;
  const onclick = () => {
    otp.value = key;
    statusLine.textContent = used;
  };
  code.replaceWith(
    createElement('button', [key], { type: 'button', className: 'button mono', ariaLabel: label, onclick }),
  );
}

function offerPayer(container: HTMLElement) {
  const values: Readonly<Record<string, string>> = JSON.parse(container.dataset.testPayer ?? '{}');
  container.hidden = false;
  const button = element<HTMLButtonElement>('button', container);
  button.addEventListener('click', () => {
    for (const [name, value] of Object.entries(values))
      element<HTMLInputElement | HTMLSelectElement>(`#${name}`, paymentForm).value = value;
    statusLine.textContent = button.dataset.used ?? '';
  });
}

function startCountdown() {
  clearInterval(countdownTimer);
  const countdown = document.querySelector<HTMLElement>('[data-left-ms]');
  if (!countdown) return;
  const endMs = performance.now() + Number(countdown.dataset.leftMs);
  const clock = element('[role=timer]', countdown);
  const tick = () => {
    const countdownText = countdownAt(endMs - performance.now());
    clock.textContent = countdownText.clock;
    countdown.classList.toggle('soon', countdownText.isSoon);
    if (!countdownText.isOver) return;
    clearInterval(countdownTimer);
    countdown.textContent = countdown.dataset.over ?? '';
    statusLine.textContent = countdown.textContent;
  };
  countdownTimer = setInterval(tick, 500);
  countdown.hidden = false;
  tick();
}

// Replaces the history entry of a posted form, so that a reload requests the page and doesn't post the form
// again.
history.replaceState(null, '', location.href);
disableWhilePaying(element<HTMLButtonElement>('.pay', paymentForm));
for (const code of document.querySelectorAll<HTMLElement>('[data-key]'))
  offerKey(code, element<HTMLInputElement>('#otp'));
const testPayerButton = document.querySelector<HTMLElement>('[data-test-payer]');
if (testPayerButton) offerPayer(testPayerButton);
startCountdown();
pollForChanges(paymentForm, startCountdown);

/**
 * Polls the page, and replaces only the changed elements with `data-live`, so that typed values stay. If the
 * session can no longer be paid, reloads the page.
 */
function pollForChanges(form: HTMLElement, onUpdate: () => void) {
  const htmlById = new Map(findLiveParts(document).map(({ id, outerHTML }) => [id, outerHTML]));
  const update = async () => {
    if (document.visibilityState !== 'visible' || form.hasAttribute('data-busy')) return;
    const page = await fetchPaymentPage();
    if (!page || form.hasAttribute('data-busy')) return;
    if (!page.querySelector('#pago')) return location.replace(location.pathname + location.search);
    for (const newPart of findLiveParts(page)) {
      const { id, outerHTML } = newPart;
      if (htmlById.get(id) === outerHTML) continue;
      htmlById.set(id, outerHTML);
      document.getElementById(id)?.replaceWith(document.adoptNode(newPart));
    }
    onUpdate();
  };
  setInterval(update, PAGE_POLL_MS);
  document.addEventListener('visibilitychange', update);
  addEventListener('focus', update);
}

function findLiveParts(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-live]')];
}

/** Returns the current page, which is a 404 page if the session was deleted; undefined after an error. */
async function fetchPaymentPage(): Promise<Document | undefined> {
  try {
    const answer = await fetch(location.pathname + location.search, { cache: 'no-store' });
    if (!answer.ok && answer.status !== 404) return undefined;
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {
    return undefined;
  }
}
