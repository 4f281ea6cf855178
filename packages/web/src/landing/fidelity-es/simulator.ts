import type { Rows } from './conventions.ts';

export const simulator: Rows = {
  'console-pages':
    'Bajo `/console`, los navegadores (`Accept: text/html`, formularios enviados, sin `Authorization`) reciben páginas, los programas JSON. Un navegador inicia sesión con una cookie propia por 14 días; el token de la consola sigue como está.',
  surfaces: 'El control, la consola, la página de pago, `/health` y esta lista existen solo en el simulador.',
  'test-alias': 'Cada ruta `/control/**` responde también bajo `/__test__/**`.',
  outcomes:
    'Los cinco resultados son `paid`, `failed` y `expired` de la etapa 1, desde pending, y `accredited` y `accreditation_to_recipient_failed` de la etapa 2, desde paid; una etapa o un resultado desconocido es 400.',
  'outcome-500': 'Una transición que no se admite responde 500 con la razón en `message`.',
  'forced-paid': 'Forzar `paid` no programa ninguna acreditación; fuerza también la etapa 2.',
  'forced-leg-2': 'Forzar la etapa 2 cancela la acreditación programada, así que hay un solo aviso.',
  reset:
    'Reiniciar la cuenta borra acuerdos, socios, sesiones, terminales, transacciones, cierres, entregas, traza, ajustes, avance y claves de idempotencia; las credenciales siguen, y los ids de la traza continúan.',
  'reset-demo': 'Tras reiniciarse, la cuenta de demostración tiene otra vez su acuerdo, con el mismo id.',
  clock:
    'Cada cuenta puede tener una hora propia, puesta, detenida o adelantada con `/control/clock`; sin eso, su hora es la real.',
  'clock-follows':
    'El vencimiento, la acreditación, los reintentos, la retención, `Idempotency-Key`, las ventanas del límite, los códigos de vinculación, las horas de la traza y `svc-timestamp` siguen el reloj de la cuenta; los inicios de sesión, los tokens de acceso, las firmas de las terminales y los tiempos de espera siguen la hora real.',
  'clock-set':
    'Lo que vence al poner un reloj en hora ocurre al momento, a la hora que marca, pero quizá un instante después de la respuesta: adelantarlo sí espera; un reloj marca horas de los años 2000 a 2099.',
  'machine-clock':
    'Cuando se cambia la hora de la máquina, los tiempos de espera, las pausas y las duraciones siguen iguales, y también la espera de un reintento o de una acreditación que debía llegar dentro de un minuto; lo demás ocurre en su instante según el reloj de entonces, en menos de un segundo.',
  'clock-advance':
    'Adelantar va de una hora prevista a la siguiente, espera en cada una a que terminen sus webhooks, y es 409 cuando entretanto el reloj se pone en hora o la cuenta se reinicia; un reloj que anda sigue andando. `removed_sessions` dice cuántas sesiones se llevó la retención entretanto.',
  chaos:
    'Se puede hacer que los webhooks y las respuestas de la API de una cuenta salgan mal con `/control/chaos`, en lugar de lo que había puesto antes; reiniciar la cuenta lo apaga.',
  'chaos-draws':
    'Cada falla depende solo de la semilla, del número del webhook (o de la llamada a la API) desde que se puso el caos, del número del intento y del nombre de la falla, así que la misma semilla y el mismo orden dan las mismas fallas; sin semilla se elige una.',
  'chaos-webhooks':
    'El caos afecta a los webhooks que se emiten mientras está puesto, y a sus intentos hasta que se quita o se pone de nuevo; no toca las pruebas, los reenvíos ni lo que repite un relay. Lo que retiene llega igual después de quitarlo.',
  'chaos-copies':
    'Una copia es una entrega propia, marcada `resend_of`, con los mismos bytes, cabeceras y clave de idempotencia; sale después del primer intento de su original, salvo que se retenga.',
  'chaos-order':
    '`delay_ms` retiene los webhooks según el reloj de la cuenta, así que un rango deja que se adelanten unos a otros; `reorder` retiene uno hasta que terminó el primer intento del siguiente de su sesión, 10 s como máximo, y nunca un evento de la etapa 2, tras el que normalmente no viene ninguno.',
  'chaos-attempts':
    'Un intento que se pierde termina al momento, con el error `dropped by chaos` y sin los 5 s de espera; uno falsificado o viejo repite el cuerpo con la misma clave de idempotencia y con otras cabeceras, que la traza nombra.',
  'chaos-calls':
    '`error_rate` y `latency_ms` afectan a las API de sesiones de pago y de comercios, después de 401, 403 y 429: un error es 500 o 503 con `x-svc-sim: chaos` y no se hizo nada; una respuesta tardía se retiene, en hora real, después de cumplir la llamada.',
  'clock-reset': 'Reiniciar la cuenta devuelve su reloj a la hora real.',
  script:
    'Las reglas que pone una cuenta dicen cómo terminan sus próximas sesiones: la primera regla que coincide y a la que le queda algo entrega su siguiente resultado, y una sesión conserva el que recibió.',
  'script-method':
    'Una regla que pregunta por el método se mira cuando alguien paga, de nuevo en cada intento, y va antes que el resultado que la sesión tiene de una regla posterior.',
  'script-page':
    'Cuando alguien paga, el guion decide sea cual sea la clave escrita: `failed` hace fallar el intento, `expired` se responde con 409 como una sesión vencida, y la etapa 2 termina como dice, con `none` nunca.',
  'script-after':
    'Con `after_ms`, la etapa 1 se decide tanto tiempo después de la creación según el reloj de la cuenta, salvo que la sesión haya terminado o vencido antes; lo que así queda `paid` se acredita solo, y una solicitud que así queda `failed` terminó.',
  'script-forced': 'Un resultado forzado va antes que un guion.',
  'script-strict':
    'Los campos desconocidos de `match` y de un resultado son aquí 400, porque una regla sin ellos coincidiría con más, o diría menos, de lo que se quiso.',
  'script-magic':
    'Las reglas listas `magic_amounts` se prueban después de las propias de la cuenta, y van por los céntimos del monto: 1 pagada, 2 fallida, 3 vencida, 4 falla la acreditación, 5 nunca se acredita, cuando alguien paga; de 11 a 15 lo mismo por sí solo tras un segundo.',
  'script-reset': 'Reiniciar la cuenta quita su guion.',
  keys: 'Las claves muestran solo una pista de su token; los receptores son URL absolutas.',
  'trace-event':
    'Un evento de la traza tiene un `id` que crece dentro de la cuenta, `at`, `type`, `session_id` y `data`.',
  'trace-query':
    'La traza va de lo más viejo a lo más nuevo, o al revés con `order=desc`, y acepta `type`, `session_id`, `after` y `limit`.',
  'trace-live':
    'Con `Accept: text/event-stream` la traza sigue en vivo: un `id:` por evento, se respeta `Last-Event-ID`, un comentario cada 15 s.',
  'sessions-query': 'Las sesiones se pueden filtrar por `status`, `origin`, `webhooks` y por un texto `q`.',
  progress:
    'Una práctica guarda `done`, `completed_at` y `evidence`, que duran más que la traza de la que vienen.',
  'progress-hints':
    'Las prácticas vienen en el orden de aprender, cada una con `group`, `title` y `hint` en el idioma de `Accept-Language`, por defecto español; `next` es la primera que no está hecha.',
  'practice-receivers':
    'Los receptores propios del simulador aceptan webhooks, pero no demuestran nada de rapidez ni de pruebas, porque responden 200 a todo lo que llega.',
  settings:
    'Los ajustes se combinan: un campo ausente conserva su valor, y null apaga el límite; el tiempo hasta la acreditación es de un día como máximo.',
  fail: 'El receptor `fail` responde 500 a propósito; los demás responden 200.',
  'fail-problem': 'Lo que responde el receptor `fail` es un problema, como todo rechazo.',
  'programmed-receiver':
    'La consulta de la dirección del receptor `captura` dice qué responde: `answer_status`, `answer_body`, después de `delay_ms`, y con `fail_times` tantas fallas por cada `idempotency-key` antes de responder 200.',
  'received-body':
    'De un cuerpo que recibió un receptor, la traza guarda 64 KiB como `raw_body`. Uno más largo tiene al lado `raw_body_length` (de todos sus bytes) y `raw_body_sha256` (de todos, hexadecimal), y `body` es null; su firma ya no se puede comprobar. Lo que no es UTF-8 está en `raw_body_base64` en lugar de `raw_body`.',
  'progress-page': 'Un navegador que lo abre ve las prácticas de la cuenta que inició sesión.',
  'parser-problems':
    'Lo que el servidor rechaza antes de que sea una petición (bytes que no son HTTP/1.1, cabeceras de más de 16 KiB o demasiado lentas, sin host) es también un problema con un id de petición.',
  health: 'La comprobación responde `status`, `version` y `uptime_s`.',
  'entity-tags':
    'Lo que es igual para todos (`/fidelidad`, `/openapi.json`, `/docs`, alojado también `/`) tiene un `ETag`, y es 304 sin cuerpo para un `If-None-Match` con él.',
  'hosted-limits':
    'Un simulador alojado cierra las conexiones lentas (10 s para las cabeceras, 30 s para una petición, 60 s de silencio), tiene como máximo 256 de una dirección, atiende por turno las peticiones de una mientras esperan 16, y tiene 64 conexiones de eventos de una cuenta: una más es 429. De una cuenta lee una lista, traza o instantánea a la vez; cien esperan, y una más es 503.',
  quotas:
    'Una cuenta de un simulador alojado tiene cuotas: de sesiones, de bytes guardados, de conexiones de eventos, y de las peticiones y bytes que cualquiera puede enviar a sus receptores y páginas de pago. Más allá de una, la petición es 429, y su detalle nombra la cuota; leer y reiniciar siguen.',
  drain:
    'Un simulador al que se le pide detenerse lo dice primero en `/ready`, y uno alojado atiende 5 s más.',
  'fidelity-form': 'Esta lista es JSON, o HTML para un navegador.',
  retention: 'Los datos de prueba de más de 14 días se borran.',
  'retention-rule':
    'Los 14 días cuentan desde el último cambio de una sesión, transacción, entrega o evento de la traza, nunca mientras hay algo previsto; cuentas, acuerdos, socios, terminales y avance se quedan.',
};

export const paymentPage: Rows = {
  key: 'La clave de pago `000000` paga; las demás fallan.',
  keys: '`111111` es fondos insuficientes, `222222` una clave errónea, `333333` un límite superado; cualquier otra es una clave errónea.',
  form: 'El formulario tiene los campos `metodo`, `nombre`, `tipo`, `cedula`, `telefono`, `banco`, `concepto`, `otp` y `acreditacion`.',
  'accreditation-choice': 'En la página se puede elegir de antemano cómo termina la etapa 2.',
  'needed-fields':
    '`metodo`, `otp` y lo que el método necesita son obligatorios; una falta es 400 con la página otra vez y la sesión todavía pendiente.',
  redirects:
    'Pagar lleva a `success_url`, fallar a `failure_url`, con 303; sin URLs hay una página con el resultado.',
  'return-session':
    'La dirección a la que vuelve quien paga lleva `session_id={id}` en su consulta, en el lugar de un parámetro de ese nombre; su propia consulta y su fragmento siguen, enlaces profundos incluidos.',
  closed: 'Una sesión que no está pendiente muestra una página que lo dice, y pagarla es 409.',
  once: 'Dos pagos a la vez pagan una sola vez.',
  problems:
    'Un rechazo es un problema en lugar de una página donde `Accept` nombra `application/problem+json`.',
  'page-address':
    'La dirección de una sesión sola, `/{session_id}`, y `/?id={session_id}` llevan con 302 a su página de pago, con el `lang` que traen.',
  language: 'La página está en español, o en inglés por `Accept-Language` o `?lang=`.',
  'no-csrf':
    'La página no necesita cookie, ni token, ni script, porque programas ya en uso envían el formulario directamente.',
};

export const commandLine: Rows = {
  demo: '`sim start` crea en un almacén vacío una cuenta de demostración lista para usar con un acuerdo, salvo con `--no-demo` o `--hosted`.',
  options: 'Cada opción de `sim start` es también una variable `SIM_…` del entorno; gana la opción.',
  'public-url':
    'La URL pública de un simulador que escucha en todas las direcciones es por defecto `http://localhost:PORT`.',
};
