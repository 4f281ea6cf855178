/**
 * The API reference's own script, a file of its own so that the policy needs no exception. It runs before the body, so that
 * the dark theme is there from the first paint; Swagger UI is deferred, and there when the document has been read.
 */
import { element } from '../../kit/client/element.ts';
import { type Grant, RenewedGrant } from './grant.ts';
import { repair } from './repairs.ts';
import { resolvedPart } from './resolve.ts';

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, value: string): void;
}
interface SwaggerRequest {
  readonly headers: { Authorization?: string };
}
declare const SwaggerUIBundle: undefined | ((options: Readonly<Record<string, unknown>>) => SwaggerUi);

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

const granted = new RenewedGrant(async () => {
  const answer = await fetch('../console/reference', { method: 'POST', body: new URLSearchParams() });
  const grant: Grant | null = answer.status === 200 ? await answer.json() : null;
  return grant;
});

/** As Swagger UI asks for it: without errors, as a test holds the document's references. */
async function resolveSubtree(...part: Parameters<typeof resolvedPart>) {
  return { spec: resolvedPart(...part), errors: [] };
}

async function show(place: HTMLElement) {
  if (typeof SwaggerUIBundle === 'undefined') throw new Error('its script did not load');
  const { lang } = document.documentElement;
  const answer = await fetch(`../openapi.json?lang=${lang}`, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  const grant = await granted.first();
  const text = await answer.text();
  // Who is logged in to the console gets the examples with an agreement of their own.
  const example = place.dataset.exampleAgreement ?? '';
  const spec = JSON.parse(grant?.agreement_id ? text.replaceAll(example, grant.agreement_id) : text);
  // What is tried out goes to where the reader is, `localhost` or a proxy's name: the policy allows nothing else.
  spec.servers = [{ url: new URL('..', document.baseURI).href.replace(/\/$/, '') }];
  const ui = SwaggerUIBundle({
    spec,
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    showCommonExtensions: true,
    validatorUrl: null,
    plugins: [{ fn: { resolveSubtree } }],
    requestInterceptor: async (request: SwaggerRequest) => {
      const authorization = await granted.authorization(request.headers.Authorization);
      if (authorization) request.headers.Authorization = authorization;
      return request;
    },
    onComplete: () => {
      if (grant) {
        ui.preauthorizeApiKey('apiToken', grant.token);
        ui.preauthorizeApiKey('consoleToken', grant.console_token);
      }
      document.body.dataset.ready = 'yes';
    },
  });
}

// Swagger UI puts the cursor into the last of the dialog's fields, which need not be in sight.
addEventListener('click', ({ target }) => {
  if (!(target instanceof Element && target.closest('.authorize, .authorization__btn'))) return;
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.dialog-ux input')?.focus());
});
addEventListener('DOMContentLoaded', () => {
  const place = element('#api');
  new MutationObserver(() => repair(place)).observe(place, { childList: true, subtree: true });
  show(place).catch((error: Error) => {
    place.textContent = (place.dataset.failed ?? '{}').replace('{}', () => error.message);
    place.setAttribute('role', 'alert');
  });
});
