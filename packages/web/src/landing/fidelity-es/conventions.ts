/** The rows of a chapter in Spanish, by name. */
export type Rows = Readonly<Record<string, string>>;

export const conventions: Rows = {
  'success-field':
    'Las respuestas de la API de sesiones de pago y de control llevan también `success: true` y `message`, que repite el título.',
  'success-false':
    'Los problemas de la API de sesiones de pago y de control llevan también `success: false`.',
  'flat-credentials':
    'Las respuestas que entregan credenciales llevan sus campos en `data` y en el primer nivel, porque los clientes leen uno u otro.',
  'problem-type':
    'Los problemas tienen el tipo `application/problem+json`, y `message` repite el detalle o el título.',
  'problem-language':
    'Los textos de los problemas siguen a `Accept-Language`: en español si lo pide, y si no en inglés; no se sabe en qué idioma responde el servicio real. Los punteros y lo que leen los programas es igual en los dos.',
  'account-time':
    'Mientras el reloj de una cuenta no va en tiempo real, sus respuestas dicen su hora en `x-svc-sim-time`.',
  'request-id': 'Toda respuesta tiene `x-request-id`; un problema lo nombra en `instance` como `urn:uuid:…`.',
  'unknown-path':
    'Una ruta desconocida es 404, fuera de la API una página para un navegador; una conocida con otro método es 405 con `Allow`.',
  'not-json':
    'Un cuerpo que no se declara JSON donde hace falta JSON es 415; un JSON mal formado es 400 con un puntero vacío.',
  'not-utf8':
    'Un cuerpo que se lee como texto (JSON, un formulario, una instantánea) es UTF-8, o es 400 con un puntero vacío y la posición del primer byte que no lo es, y no gasta ninguna `Idempotency-Key`; se salta una marca de orden de bytes al principio. Un `charset` que no sea `utf-8` es 415. La firma de una terminal se comprueba antes.',
  'body-limit':
    'Un cuerpo puede tener 1 MiB (si no, 413) y el JSON 32 niveles (si no, 400); el formulario de la página de pago 64 KiB, y en un simulador alojado también lo que llega sin credencial, salvo a los receptores.',
  'all-faults': 'La validación nombra de una vez todas las faltas del cuerpo, cada una con su JSON Pointer.',
  'unknown-fields': 'Los campos desconocidos se ignoran y nunca se repiten en una respuesta.',
  'null-is-absent': 'Un campo opcional que es null cuenta como ausente, y también una `webhook_url` vacía.',
  'blank-texts': 'Los textos obligatorios necesitan algo más que espacios; se guardan como se enviaron.',
  'text-limits':
    'Los textos tienen como máximo 500 caracteres, `description` y `late_notice_message` 2000, las URL 2048.',
  amounts:
    'Los montos son números JSON mayores que 0 y hasta 999999999999.99; un tercer decimal es 400 y nunca se redondea.',
  times:
    'Las horas de las respuestas son ISO 8601 en UTC con milisegundos; una hora de una petición sin desfase es UTC.',
  ids: 'Las cuentas tienen ids `acc_` y los acuerdos `agr_` con 16 dígitos hexadecimales.',
  'other-ids':
    'Sesiones, socios, comercios y transacciones tienen un UUID v4, los stops `stp_` y un UUID; los tokens empiezan por `sim_api_`, `sim_con_`, `sim_ref_` y `whsec_`.',
  lists:
    'Las listas aceptan `limit` (de 1 a 1000, por defecto 100) y `cursor`, responden `next_cursor`, y van de lo más nuevo a lo más viejo. Una página, también de la traza, termina al llegar a 4 MiB, así que puede ser más corta que su límite: es la última cuando `next_cursor` es null.',
  'wrong-token':
    'Un 401 lleva `WWW-Authenticate: Bearer` y dice si el token falta, es desconocido o es de otra clase.',
  'foreign-404': 'Un recurso de otra cuenta responde el mismo 404 que uno que no existe, no 403.',
  'pages-log-in':
    'Las páginas de cualquier origen pueden llamar a `/api/svcpagos/**` desde un navegador y leer la respuesta, también los problemas: se responde a las consultas previas, `Access-Control-Allow-Origin` es `*` y no se aceptan cookies.',
  'pages-call':
    'Lo mismo vale para `/api/v1/ext/**` y para nada más; pueden enviar `Content-Type`, `Authorization`, `X-Requested-With` e `Idempotency-Key`. El registro de llamadas marca lo que llamó una página, porque quien usa un navegador puede leer el token que hay en él.',
  'order-of-checks':
    'Una petición se comprueba por 401, 403, 429, 413 y 415, 400, luego 404, y después 409, 422 y 500.',
  'no-body':
    'Una operación sin cuerpo acepta un tipo de contenido JSON sin nada detrás, y en un GET el cuerpo se ignora.',
  unavailable:
    'Una operación que no se pudo guardar (un disco lleno) responde 503 con `Retry-After`, y no cambió nada.',
};

export const accounts: Rows = {
  form: 'Un `short_name` tiene de 3 a 64 caracteres de entre `a-z A-Z 0-9 . _ @ -`, una contraseña de 8 a 200; un nombre que ya está en uso, con mayúsculas o sin ellas, es 409.',
  'class-code':
    'El registro acepta un `class_code` opcional; uno desconocido es 400 y no se crea ninguna cuenta, uno vacío cuenta como ausente.',
  registrations: 'Los registros existen solo en el simulador.',
  historical: 'El registro histórico se conserva por compatibilidad.',
  'login-body': 'El inicio de sesión acepta `short_name` y `password`, que la especificación no muestra.',
  'console-token':
    'Solo `POST /console/login` y la página de claves de la consola reemplazan el token de la consola; la especificación dice que lo hace el inicio de sesión.',
  'kept-token':
    'Un inicio de sesión de la cuenta de demostración, o de una de una semilla, deja el nuevo token de la consola en los archivos del simulador, y un inicio crea tokens nuevos para los que ya no abren nada.',
  'login-form':
    'Un inicio de sesión nunca juzga la forma de una contraseña: una errónea es 401 tenga el largo que tenga.',
  'undeclared-refresh':
    'La operación existe en el servicio real aunque su contrato no la declara; la respuesta lo dice en `x-svc-sim`.',
  'old-refresh': 'Un token de renovación anterior sigue valiendo después de renovar.',
  'no-expiry': 'El token de la API no vence.',
  'token-kinds':
    'El token de la API abre la API de sesiones de pago y el control, el de la consola la consola; el equivocado es 401.',
  attempts:
    'Un simulador alojado frena los registros, los inicios de sesión y los intentos con códigos de clase y de vinculación por dirección del cliente, y los rechazados también por nombre y cliente, y al final solo por nombre: más allá, 429 con `Retry-After`. Allí un código de vinculación se anula tras 25 intentos erróneos, de los que un cliente tiene 5. Uno local no hace nada de esto.',
  'merchant-token': 'El token de acceso de un comercio abre solo `/api/v1/merchants/**`.',
  'one-key':
    'Una cuenta tiene una clave: los tokens del inicio de sesión y de la renovación son de ella, y hay un relay por cuenta.',
  'last-use':
    'El último uso de un token se conoce al minuto; son usos entregarlo, una petición, una renovación y un relay que se conecta. Los tokens de una versión anterior del simulador aparecen en la lista cuando se usan.',
  revoked:
    'Un token revocado es 401 al momento, en todas las instancias, y durante 14 días el detalle dice que se revocó; el relay que llegó con él se cierra, y los tokens de la consola por los que se cambió terminan con él. También termina todo lo que se hizo con él: lo que dio un token de renovación, con lo que se renovó después, y lo que hizo la página de claves en un navegador que entró con él. Los demás tokens siguen. Las conexiones de eventos y las páginas en vivo terminan también en un segundo, como cuando un inicio de sesión reemplaza su token, su navegador sale, cambia la contraseña o se borra la cuenta.',
  'own-key':
    'También se puede revocar el token que dio el registro: la clave conserva su id, `GET /console/keys` dice desde cuándo su token no vale, y un inicio de sesión da otro.',
  'password-change':
    'Una contraseña actual errónea es 400 con `/current_password`. Todo lo demás que abre la cuenta termina al momento, en todas las instancias: tokens de la API, de renovación, de la consola y del comercio, navegadores que estaban dentro, enlaces, relays y conexiones de eventos; el token que lo pide sigue, y el de la API por el que se cambió. Con `keep_others: true` siguen todos. Un perfil de comercio con la misma contraseña recibe también la nueva.',
  deletion:
    'Borrar se lleva la cuenta con sus acuerdos, sesiones, traza, tokens, terminales, sus clases y su lugar en una clase; sus tokens e inicios de sesión son 401, sus páginas 404, sus nombres quedan libres. Una contraseña errónea es 400 con `/password`. La cuenta de demostración y las de una semilla son 409, porque el simulador muestra sus credenciales. Los bytes de su traza salen de una carpeta de datos con su día, 14 días más tarde como máximo.',
  'one-time-password':
    'Con una contraseña de un solo uso, `POST /console/login` necesita un `new_password` (si no, 400 con `/new_password`), igual que la página de la consola, y ningún otro inicio de sesión la acepta; termina a las 24 horas. La contraseña nueva termina todo lo demás que abre la cuenta. Cuando su dueño deja la clase, ya no vale, y vuelve la contraseña anterior.',
  'merchant-account':
    'Registrar un comercio crea una cuenta cuyo `short_name` es el correo, y su contraseña abre también la consola.',
  'merchant-profile':
    'Una cuenta que ya existe recibe su perfil de comercio desde la consola, una vez; la segunda es 409.',
  'merchant-token-exchange':
    'Quien tiene el token de la consola de la cuenta recibe un token de acceso de su comercio sin la contraseña del comercio, para que `sim pos` funcione como la cuenta de `--key`. Termina antes de su hora cuando se revoca un token de la cuenta.',
};
