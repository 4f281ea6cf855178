import type { Rows } from './conventions.ts';

export const webhooks: Rows = {
  created: '`payment_session.created` se envía cuando se crea una sesión.',
  payload:
    'En un webhook, `session_payment` tiene también `currency_reference`, `status`, `payment_method` y `svc_transaction`, y `payment_details` va a su lado.',
  data: 'Un webhook lleva sus campos otra vez bajo `data`, donde los leen las integraciones ya en uso.',
  'whole-seconds':
    '`svc-timestamp` y el `action_date` de un webhook van sin fracción de segundo (`2026-11-25T14:30:00Z`); todas las demás horas llevan milisegundos.',
  'data-top':
    '`data` tiene también `session_id`, `status`, `payment_method`, `amount_reference`, `currency_reference` y `bcv_rate_usd_ves` en su propio nivel, donde los leen algunos programas; el método y la tasa, cuando hubo un pago.',
  'signature-prefix':
    'Con `webhook_signature` en `sha256`, `svc-signature` es `sha256=` y el HMAC hexadecimal solo del cuerpo crudo: los receptores ya en uso comprueban esa forma.',
  'failed-payload':
    '`payment_session.accreditation_to_recipient_failed` se envía cuando falla la etapa 2, con los créditos fallidos y su resumen.',
  'quiet-outcomes':
    'Las sesiones que fallan o vencen no envían ningún webhook, salvo que la cuenta tenga el ajuste `extra_events`.',
  'extra-events':
    'Con `extra_events`: `payment_session.failed` cuando una sesión pasa a `failed` (no cuando una sesión de solicitud sigue `pending` tras un intento fallido), `payment_session.expired` cuando pasa a `expired`, por lo que sea; `payment_session.partially_accredited` antes de `payment_session.accredited` donde hay varios destinatarios, con los créditos de todos menos el último; `payment_session.failed_credit` después de `payment_session.accreditation_to_recipient_failed`, con los mismos créditos. Lo que se lee sigue como está.',
  'failed-reason':
    'En un webhook de un intento fallido, `session_payment` lleva `reason`, como la respuesta del estado; y también en uno de un vencimiento.',
  'same-bytes':
    'El cuerpo y las cabeceras quedan fijos en la emisión, así que todos los intentos envían los mismos bytes; la hora es la de la emisión.',
  resend:
    'Un reenvío y una repetición del relay conservan el cuerpo y la clave de idempotencia, y se firman otra vez con una hora nueva.',
  'user-agent': 'Los webhooks tienen `user-agent: svc-sim`.',
  redirects: 'No se siguen redirecciones; solo un 2xx cierra una entrega.',
  ladder:
    'Los intentos van a los 0, 2000 y 5000 ms, cada uno con 5000 ms para responder; no son los números de producción.',
  order:
    'Los primeros intentos de los eventos de una sesión salen en el orden de emisión, uno tras otro; los reintentos no frenan a nadie.',
  routes: 'Un webhook va por `loopback`, `relay` o `direct` según su URL, y la traza muestra por cuál.',
  captura: 'El receptor `captura` también es loopback.',
  'own-address':
    'La dirección propia del simulador es su URL pública o la que escucha, `localhost` incluido.',
  ranges: 'Los rangos locales son de direcciones, IPv6 con IPv4 incluidas, no de nombres que empiezan igual.',
  local:
    'Sin un relay conectado, un simulador local entrega él mismo una ruta `relay` y dice `via: "local"`.',
  'hosted-relay':
    'Un simulador alojado espera un relay dentro de los 5 s del intento y luego lo da por fallido con `no relay connected`.',
  'address-guard':
    'Un simulador alojado no se conecta a direcciones loopback, privadas, de enlace local, multicast ni sin especificar, lleve allí el nombre que sea.',
  'no-url': 'Una sesión sin `webhook_url` tiene igual sus webhooks firmados y en la traza.',
  connections:
    'Ninguna conexión con un receptor queda abierta y ociosa más de 100 ms. Una petición que muere en una conexión ya usada, sin un byte de respuesta, se envía una vez más por una nueva dentro del mismo intento; las respuestas provisionales (1xx) se saltan.',
  'url-credentials':
    'El usuario y la contraseña de una `webhook_url` se envían como `Authorization: Basic` y se muestran como `***` en todas partes, también en las respuestas de la API; ninguna instantánea los lleva. Una URL que vuelve con `***` en su lugar es un 400.',
  'localhost-names':
    '`localhost` y todo nombre bajo él son esta máquina, diga lo que diga el DNS del sistema; la ruta de `shop.localhost` es `direct`, y un simulador alojado la rechaza.',
  restart: 'Acreditaciones, reintentos y vencimientos siguen tras un reinicio donde estaban.',
};

export const relay: Rows = {
  exists:
    'El relay lleva los webhooks de direcciones locales a un programa en esta máquina; producción no tiene ninguno.',
  frames:
    'El relay se conecta a `/relay` con el token de la API y habla tramas de texto JSON `ready`, `webhook` y `result`, con los cuerpos en base64.',
  answer: 'La respuesta local es la respuesta del intento: los reintentos, la traza y el rendirse la siguen.',
  duration:
    'El `duration_ms` de un resultado es el tiempo de la respuesta local y cuenta como el del intento, también en las prácticas; lo que midió el simulador va a su lado como `simulator_duration_ms`.',
  silence: 'El servidor hace ping cada 15 s, y cada lado suelta al otro si calla 30 s.',
  displaced: 'Un segundo relay de una cuenta cierra el primero con el código 4001, que no vuelve.',
  reconnect:
    'Tras cualquier otra pérdida el relay se reconecta sin fin; los intentos que la pérdida cortó cuentan como fallidos y se reintentan.',
  target:
    '`--port` conserva la ruta y la consulta de la URL del webhook, y prueba `127.0.0.1` y, si rechaza, `::1`; `--forward-to` reemplaza la URL entera; una clave errónea termina el relay con el código 3.',
  sequence:
    'Cada trama `webhook` lleva `sequence`, el id de traza de su `webhook.emitted`: crece dentro de la cuenta, con huecos, y un reinicio de la cuenta no lo empieza de nuevo.',
  replay:
    'Un relay que se conecta con `?since=N` sabe cuántos webhooks se perdió y los recibe uno a uno, antes que los nuevos; entre ellos están los que esperan su siguiente intento, y su serie de intentos termina.',
  missed:
    'Perdido es lo que ningún receptor respondió con 2xx bajo su clave de idempotencia; un intento en camino se espera, y las pruebas quedan fuera.',
  events: 'Lo que `--events` deja fuera lo responde el propio relay, con 204 y un cuerpo que lo dice.',
};
