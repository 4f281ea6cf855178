import { EXAMPLE_AGREEMENT_ID } from '@svc-simulator/contract';
import { repairs } from './page-repairs.ts';

/**
 * The page's own script, a file of its own so that the policy needs no exception. It runs before the body, so that the dark
 * theme is there from the first paint; Swagger UI is deferred, and there when the document has been read.
 *
 * The document's server is replaced by the address that the page was opened at: what is tried out goes to where the reader
 * is, `localhost` or a proxy's name, and the policy allows nothing else.
 *
 * Whoever is logged in to the console gets the examples with an agreement of their own, and tokens that end before long; they are
 * renewed as long as the page is used with them.
 */
export const pageScript = `(() => {
  'use strict';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', paint);
  paint();

  const repairs = ${JSON.stringify(repairs)};
  const repair = () => {
    for (const [selector, name, value] of repairs)
      for (const element of document.querySelectorAll('#api ' + selector))
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };

  let granted = null;
  const renew = async () => {
    const answer = await fetch('console/reference', { method: 'POST', body: new URLSearchParams() });
    granted = answer.status === 200 ? { ...await answer.json(), at: performance.now() } : null;
  };
  // By then the first tokens have five minutes left.
  const useRenewed = async (request) => {
    const first = granted;
    const given = first && ['token', 'console_token'].find((name) => request.headers.Authorization === 'Bearer ' + (first.shown ?? first)[name]);
    if (!given) return request;
    if (performance.now() - first.at > 600000) {
      await renew();
      if (!granted) return request;
      granted.shown = first.shown ?? first;
    }
    request.headers.Authorization = 'Bearer ' + granted[given];
    return request;
  };

  const show = async () => {
    const answer = await fetch('openapi.json', { headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(answer.status + ' ' + answer.statusText);
    await renew();
    const text = await answer.text();
    const spec = JSON.parse(granted?.agreement_id ? text.replaceAll('${EXAMPLE_AGREEMENT_ID}', granted.agreement_id) : text);
    spec.servers = [{ url: new URL('.', document.baseURI).href.replace(/\\/$/, '') }];
    const ui = SwaggerUIBundle({
      spec,
      dom_id: '#api',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      showCommonExtensions: true,
      validatorUrl: null,
      requestInterceptor: useRenewed,
      onComplete: () => {
        if (granted) {
          ui.preauthorizeApiKey('apiToken', granted.token);
          ui.preauthorizeApiKey('consoleToken', granted.console_token);
        }
        document.body.dataset.ready = 'yes';
      },
    });
  };
  const fail = (error) => {
    const message = document.getElementById('api');
    message.textContent = 'The API reference could not be shown: ' + error.message + '. Reload the page; openapi.json has the same as data.';
    message.setAttribute('role', 'alert');
  };
  // Swagger UI puts the cursor into the last of the dialog's fields, which need not be in sight.
  addEventListener('click', ({ target }) => {
    if (!target.closest('.authorize, .authorization__btn')) return;
    requestAnimationFrame(() => document.querySelector('.dialog-ux input')?.focus());
  });
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(repair).observe(document.getElementById('api'), { childList: true, subtree: true });
    if (typeof SwaggerUIBundle === 'undefined') fail(new Error('its script did not load'));
    else show().catch(fail);
  });
})();
`;
