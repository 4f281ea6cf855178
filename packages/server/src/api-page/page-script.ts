/**
 * The page's own script, a file of its own so that the policy needs no exception. It runs before the body, so that the dark
 * theme is there from the first paint; Swagger UI is deferred, and there when the document has been read.
 *
 * The document's server is replaced by the address that the page was opened at: what is tried out goes to where the reader
 * is, `localhost` or a proxy's name, and the policy allows nothing else.
 */
export const pageScript = `(() => {
  'use strict';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', paint);
  paint();

  const show = async () => {
    const answer = await fetch('openapi.json', { headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(answer.status + ' ' + answer.statusText);
    const spec = await answer.json();
    spec.servers = [{ url: new URL('.', document.baseURI).href.replace(/\\/$/, '') }];
    SwaggerUIBundle({
      spec,
      dom_id: '#api',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      showCommonExtensions: true,
      validatorUrl: null,
      onComplete: () => document.body.dataset.ready = 'yes',
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
    if (typeof SwaggerUIBundle === 'undefined') fail(new Error('its script did not load'));
    else show().catch(fail);
  });
})();
`;
