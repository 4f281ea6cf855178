import type { Phrases } from '../phrasebook.ts';

/** What to do about a refused call, in the log of calls. */
export const callAdvice: Phrases = {
  'The token is right, and “Bearer” is missing: send “Authorization: Bearer” and, after a space, the token.':
    'El token es el correcto y falta “Bearer”: envía “Authorization: Bearer” y, después de un espacio, el token.',
  'The token is in another header: send it as “Authorization: Bearer” and, after a space, the token.':
    'El token está en otra cabecera: envíalo como “Authorization: Bearer” y, después de un espacio, el token.',
  'There is something around the token, such as quotes, spaces or a second “Bearer”: send the token alone.':
    'Hay algo alrededor del token, como comillas, espacios o un segundo “Bearer”: envía solo el token.',
  'Correct what the faults name, and send the call again with a new Idempotency-Key, if it has one.':
    'Corrige lo que señalan los errores y envía la llamada otra vez, con otra Idempotency-Key si lleva una.',
  'Send the credential that the answer asks for; those of this account are under Keys, in the console.':
    'Envía la credencial que pide la respuesta; las de esta cuenta están en Claves, en la consola.',
  'Use the token of the merchant that the path names, or the path of the merchant of this token.':
    'Usa el token del comercio que nombra la ruta, o la ruta del comercio de este token.',
  'Compare the path and the id with what an earlier answer gave; what belongs to another account is 404 too.':
    'Compara la ruta y el id con lo que dio una respuesta anterior; lo que es de otra cuenta también es 404.',
  'Use a method that the answer’s header “Allow” names.':
    'Usa un método de los que nombra la cabecera “Allow” de la respuesta.',
  'Look at how things stand before you call again: what the call wants has happened already, or is no longer possible.':
    'Mira cómo está todo antes de llamar otra vez: lo que pide la llamada ya pasó, o ya no es posible.',
  'Send less at a time.': 'Envía menos cada vez.',
  'Send the header “Content-Type: application/json”.': 'Envía la cabecera “Content-Type: application/json”.',
  'The call is understood and cannot be carried out: change what its answer names.':
    'La llamada se entiende y no se puede cumplir: cambia lo que nombra su respuesta.',
  'Wait for as many seconds as “Retry-After” says, then go on more slowly.':
    'Espera los segundos que dice “Retry-After” y sigue más despacio.',
  'Read the answer: what is not possible now is said there. If it is an internal error, report its request id.':
    'Lee la respuesta: dice qué no es posible ahora. Si es un error interno, informa de su id de petición.',
  'A page in a browser made this call: who uses the page can read its token, so call from your server with one that you want to keep to yourself.':
    'Esta llamada la hizo una página en un navegador: quien usa la página puede leer su token, así que llama desde tu servidor con el que no quieras mostrar.',
  'A browser asked whether a page may call this path. Pages of other origins may call /api/svcpagos and /api/v1/ext alone: call this path from your server.':
    'Un navegador preguntó si una página puede llamar a esta ruta. Las páginas de otros orígenes solo pueden llamar a /api/svcpagos y /api/v1/ext: llama a esta ruta desde tu servidor.',
  'Call again in a moment, with the same Idempotency-Key.':
    'Llama otra vez en un momento, con la misma Idempotency-Key.',
};
