/**
 * The checkout's only script, served in the page and allowed by its hash. It adds comfort and nothing else: the page is
 * complete without it. Texts come from `data-` attributes, so that it is the same in every language.
 *
 * - The countdown is measured from the time left when the page was made: the payer's clock need not be right.
 * - The pay button rests while a request is in flight. It comes back when the page is shown again (`pageshow`, also
 *   out of the back/forward cache), and after a while in any case: a redirect to an app's deep link leaves the page open.
 * - A key of the test options becomes a button that writes it into the key field.
 */
export const checkoutScript = `(() => {
  'use strict';
  const REST_MS = 8000;
  const form = document.getElementById('pago');
  const status = document.getElementById('estado');
  const button = form.querySelector('.pay');
  const otp = document.getElementById('otp');

  let resting;
  const rest = (busy) => {
    clearTimeout(resting);
    button.disabled = busy;
    button.querySelector('.idle').hidden = busy;
    button.querySelector('.busy').hidden = !busy;
    form.toggleAttribute('data-busy', busy);
    status.textContent = busy ? status.dataset.busy : '';
    if (busy) resting = setTimeout(rest, REST_MS, false);
  };
  form.addEventListener('submit', (event) => {
    if (form.hasAttribute('data-busy')) event.preventDefault();
    else rest(true);
  });
  addEventListener('pageshow', () => rest(false));

  for (const code of document.querySelectorAll('[data-key]')) {
    const key = document.createElement('button');
    key.type = 'button';
    key.textContent = code.dataset.key;
    key.className = 'key';
    key.setAttribute('aria-label', code.dataset.label);
    key.addEventListener('click', () => {
      otp.value = code.dataset.key;
      status.textContent = code.dataset.used;
      otp.classList.remove('filled');
      void otp.offsetWidth;
      otp.classList.add('filled');
    });
    code.replaceWith(key);
  }

  const countdown = document.querySelector('[data-left-ms]');
  if (countdown) {
    const end = Date.now() + Number(countdown.dataset.leftMs);
    const clock = countdown.querySelector('.clock');
    let timer;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      clock.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
      countdown.classList.toggle('soon', seconds <= 60);
      if (seconds > 0) return;
      clearInterval(timer);
      countdown.textContent = countdown.dataset.over;
      status.textContent = countdown.dataset.over;
    };
    timer = setInterval(tick, 500);
    countdown.hidden = false;
    tick();
  }
})();`;
