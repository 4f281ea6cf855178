/**
 * The API reference's own script, a file of its own so that the policy needs no exception. It runs before the body, so that
 * the dark theme is there from the first paint; Swagger UI is deferred, and there when the document has been read.
 */
import { element } from '../../kit/client/element.ts';
import { type Grant, RenewedGrant } from './grant.ts';
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

/**
 * What Swagger UI's markup lacks for readers of screens, and for those who use the keyboard: names of its fields, levels of its
 * headings, the parts of the page, no link within a button. An attribute that is null is taken away.
 */
const repairs: readonly (readonly [selector: string, attribute: string, value: string | null])[] = [
  ['#servers', 'aria-label', 'Server'],
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.close-modal', 'aria-label', 'Close'],
  // What it says there is not what stands on the button.
  ['.modal-btn[aria-label]', 'aria-label', null],
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About'],
  ['.scheme-container', 'role', 'region'],
  ['.scheme-container', 'aria-label', 'Server and credentials'],
  // The button around it opens the operation, and puts it into the address too.
  ['.opblock-summary-control a[href]', 'href', null],
  ['pre.microlight', 'tabindex', '0'],
  ['h3', 'aria-level', '2'],
  ['h4', 'aria-level', '3'],
  ['h5', 'aria-level', '4'],
];

/** Done again whenever Swagger UI has drawn something. */
function repair(place: HTMLElement): void {
  for (const [selector, name, value] of repairs)
    for (const element of place.querySelectorAll(selector))
      if (value === null) element.removeAttribute(name);
      else if (element.getAttribute(name) !== inPageLanguage(value))
        element.setAttribute(name, inPageLanguage(value));
  translateWords(place);
}

/** Swagger UI's own words, and the tags of the document, which are names in it and stay; in Spanish. */
const spanish: ReadonlyMap<string, string> = new Map([
  ['Servers', 'Servidores'],
  ['Server', 'Servidor'],
  ['Server and credentials', 'Servidor y credenciales'],
  ['About', 'Acerca de la API'],
  ['Authorize', 'Autorizar'],
  ['Available authorizations', 'Credenciales'],
  ['Logout', 'Olvidar'],
  ['Close', 'Cerrar'],
  ['Parameters', 'Parámetros'],
  ['No parameters', 'Sin parámetros'],
  ['Request body', 'Cuerpo de la petición'],
  ['Example Value', 'Ejemplo'],
  ['Schema', 'Esquema'],
  ['Schemas', 'Esquemas'],
  ['Try it out', 'Probar'],
  ['Execute', 'Enviar'],
  ['Cancel', 'Cancelar'],
  ['Clear', 'Borrar'],
  ['Reset', 'Restablecer'],
  ['Responses', 'Respuestas'],
  ['Server response', 'Respuesta del servidor'],
  ['Response body', 'Cuerpo de la respuesta'],
  ['Response headers', 'Cabeceras de la respuesta'],
  ['Request URL', 'URL de la petición'],
  ['Media type', 'Tipo de contenido'],
  ['Controls', 'Decide la cabecera'],
  ['header.', ''],
  ['Code', 'Código'],
  ['Details', 'Detalle'],
  ['Name', 'Nombre'],
  ['Description', 'Descripción'],
  ['Headers:', 'Cabeceras:'],
  ['Type', 'Tipo'],
  ['required', 'obligatorio'],
  ['Links', 'Enlaces'],
  ['No links', 'Sin enlaces'],
  ['Download', 'Descargar'],
  ['Accounts', 'Cuentas'],
  ['Agreements', 'Acuerdos'],
  ['Payment sessions', 'Sesiones de pago'],
  ['Control', 'Control'],
  ['Console', 'Consola'],
  ['Classes', 'Clases'],
  ['Payment page', 'Página de pago'],
  ['Service', 'Servicio'],
  ['Merchants', 'Comercios'],
  ['Terminals', 'Terminales'],
  ['Transactions', 'Transacciones'],
  ['Closings', 'Cierres'],
]);

/** In the language of the page, where it has a word for it. */
function inPageLanguage(word: string): string {
  return document.documentElement.lang === 'es' ? (spanish.get(word) ?? word) : word;
}

/** Says what Swagger UI has drawn in the language of the page; values and examples are not its words. */
function translateWords(place: HTMLElement): void {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const word = node.nodeValue?.trim() ?? '';
    const said = inPageLanguage(word);
    if (said !== word && !node.parentElement?.closest('pre, textarea, select'))
      node.nodeValue = `${said}${/\s$/.exec(node.nodeValue ?? '') ?? ''}`;
  }
}
