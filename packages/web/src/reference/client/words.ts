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
export function inPageLanguage(word: string): string {
  return document.documentElement.lang === 'es' ? (spanish.get(word) ?? word) : word;
}

/** Says what Swagger UI has drawn in the language of the page; values and examples are not its words. */
export function translateWords(place: HTMLElement): void {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const word = node.nodeValue?.trim() ?? '';
    const said = inPageLanguage(word);
    if (said !== word && !node.parentElement?.closest('pre, textarea, select'))
      node.nodeValue = `${said}${/\s$/.exec(node.nodeValue ?? '') ?? ''}`;
  }
}
