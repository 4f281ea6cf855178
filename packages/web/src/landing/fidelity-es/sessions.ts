import type { Rows } from './conventions.ts';

export const sessions: Rows = {
  amounts:
    'Un monto a menos de 0.000001 de céntimos enteros, como resulta de sumar fracciones binarias, se toma por esos céntimos y así se responde; un tercer decimal se rechaza.',
  'older-names':
    'Las sesiones de solicitud y los lotes aceptan `due_date_link` y `expire_behavior_link` por `due_date_session` y `due_date_reached_behavior`; donde están los dos gana el nombre nuevo.',
  seventeenth:
    'La especificación nombra 16 de las 17 operaciones bajo `/api/v1/ext`; la sesión de solicitud individual es nuestra decimoséptima. Las listas de acuerdos y de socios son otras más.',
  'agreement-status':
    'El estado de un acuerdo es `active`, aunque el contrato declara para él los estados de las sesiones.',
  'agreement-form':
    'Un acuerdo necesita `title`, `payment_methods` con al menos uno en true, y `default_bank_account_id`; tiene como máximo 100 reglas de banco.',
  'agreement-answer': 'Un acuerdo responde sus campos, `agreement_id`, `status` y `created_at`.',
  'partner-form':
    'Un socio necesita un `name`; `identification`, `email`, `phone` y `bank_account_id` son textos opcionales.',
  recipients:
    'Un acuerdo de reparto tiene de 1 a 20 destinatarios, socios de la cuenta, cada uno con un porcentaje mayor que 0 y con 2 decimales como máximo; el resto es del dueño.',
  'owner-entry':
    'Un `owner` explícito entre los destinatarios hace que las partes sumen exactamente el total; un destinatario aparece como máximo una vez.',
  'session-split':
    'Una sesión puede traer un `split` en porcentajes o montos absolutos, solo con un acuerdo que lo permita; reemplaza a los destinatarios del acuerdo.',
  'unknown-recipient': 'Un destinatario desconocido o de otra cuenta es 400 con su puntero.',
  'unknown-agreement': 'Un `agreement_id` desconocido o de otra cuenta es 404.',
  cents:
    'Los créditos suman el monto pagado al céntimo: los céntimos que sobran van a las fracciones mayores, los empates a la regla anterior, el dueño al final.',
  currencies: 'Las sesiones aceptan las monedas USD, EUR, COP, USDT y VES.',
  'return-urls':
    '`success_url` y `failure_url` son absolutas y pueden ser enlaces profundos, pero no `javascript:`, `data:`, `vbscript:`, `file:`, `blob:`, `filesystem:`, `view-source:`, `jar:` ni `about:`; los caracteres de control se rechazan.',
  'webhook-url':
    'Una `webhook_url` puede ser cualquier texto; la que se puede leer como URL tiene que ser http o https, y la que solo carece de esquema se rechaza con una sugerencia.',
  'internal-reference': 'Las sesiones aceptan un `internal_reference` y lo repiten.',
  'undeclared-fields': 'La respuesta lleva `config` y `payment_qr`, que el contrato no declara.',
  config:
    '`config` tiene `duration_minutes` (de un botón), `expires_at`, `payment_methods` y `accreditation_delay_ms`.',
  'session-answer':
    'Una sesión responde los campos de su petición con `id`, `session_id` (lo mismo), `session_origin` y `created_at`.',
  'request-form':
    'Una sesión de solicitud puede carecer de URLs, etiqueta y descripción; acepta `title`, `due_date_session` en el futuro, `due_date_reached_behavior` y `late_notice_message`.',
  'due-date-optional':
    'La fecha límite de una solicitud es opcional: sin ella la sesión sigue abierta hasta que se paga, se vence a mano o se borra con los datos viejos.',
  'batch-worth':
    'Los elementos de la respuesta de un lote tienen también `amount_ves`, `bcv_exchange_rate`, `exchange_rate_from` y `exchange_rate_to`.',
  'batch-form':
    'Un lote tiene de 1 a 200 `items` y responde `processed_count`, `successful_count`, `failed_count` e `items`.',
  'batch-whole': '`continue_on_error` se ignora: un lote sale bien o falla entero, y nunca hay 207.',
  'payment-fields':
    'Cuando la etapa 1 se intentó, `session_payment` tiene `payment_method`, `svc_transaction_id` (un entero positivo de 32 bits), `svc_transaction_url`, `payment_details` y `crypto_details`.',
  'user-message':
    '`user_message` es un texto en todos los estados, en español, o en inglés donde lo estaba la página de quien paga.',
  'failure-reason':
    'Tras un intento fallido, `session_payment` tiene el `reason`: `insufficient_funds`, `invalid_otp`, `bank_limit` o `bank_rejected`.',
  'forced-reason': 'Un `failed` forzado, y el de un guion, aceptan un `reason`, por defecto `bank_rejected`.',
  'payer-fields':
    '`payment_details` repite `nombre`, `tipo`, `cedula`, `telefono` y `banco` como se escribieron en la página; son null cuando el resultado se forzó.',
  'crypto-details':
    '`crypto_details` es null o, cuando se pagó con criptomonedas, un objeto con `crypto_wallet_name` (`BinancePay`, que es entonces el `bank_name` de `payment_details`), `crypto_order_id`, `crypto_status`, `amount_ves_check`, `crypto_currency`, `crypto_amount`, `crypto_paid_at`, `crypto_wallet_commission` y `crypto_crixto_commission`; `paid_pending`, entre el pago y la confirmación, no se simula, y las dos comisiones son 0.',
  'credit-fields':
    'Los campos de `receiver_credits` y de su resumen, menos `total_credits`, son los que leen las integraciones ya en uso; los dos son null hasta la etapa 2.',
  'credit-id':
    '`svc_credit_id` es un texto de cifras, menor que 2147483648, y ningún otro crédito de la cuenta lo tiene, tampoco los de una etapa 2 que se repite.',
  'status-fields':
    'El estado repite los campos de la sesión; una sesión vencida tiene `expired_at` y `reason`.',
  fee: 'La comisión bancaria es un ejemplo: 1 % de cada crédito, redondeada al céntimo con la mitad hacia arriba; las reales las fija el banco.',
  rates:
    'Las tasas en VES son fijas (USD 122.0112, EUR 145.2414, USDT 183.1112, COP 0.0501), se cambian con `SIM_RATES`, y los montos en VES se redondean con la mitad hacia arriba.',
  banks: 'Quien paga elige entre una lista fija de bancos venezolanos.',
  idempotency:
    'Los POST de la API de sesiones de pago aceptan `Idempotency-Key`: la misma clave y el mismo cuerpo (como valores JSON, no bytes) dentro de 24 h reciben la misma respuesta con `idempotent-replayed: true`, otro cuerpo 409.',
  throttle:
    'El límite de peticiones está apagado por defecto; cuando la cuenta lo pone, el 429 lleva `Retry-After` y `X-RateLimit-*`.',
  'throttle-window':
    'El límite cuenta 60 s desde la primera petición después de ponerlo, solo para `/api/v1/ext/**`; el control es libre.',
  'stops-fixed':
    'Las nueve operaciones de stops responden un ejemplo fijo con 200, el mismo para todas las cuentas, marcado `x-svc-sim: mock`.',
  'stops-paths': 'Las rutas de las operaciones de stops son las que llaman las integraciones ya en uso.',
  'stops-shapes':
    'Los ejemplos tienen las formas documentadas: crear, lote y reordenar responden `batch_id` y `results`; lista e historial, `total`, `limit`, `offset` e `items`; el detalle, `links_active`; la consulta, `requested` y `results`.',
  'stops-fields':
    'Los campos de los pagos de un stop son nuestros; los cuerpos y las consultas que se envían a las operaciones de stops se ignoran.',
};

export const states: Rows = {
  final: '`paid`, `failed` y `expired` son finales.',
  'expire-paid': 'Un 422 solo viene de vencer una sesión que está pagada.',
  'expire-again': 'Vencer una sesión fallida o vencida es 200 y no cambia nada.',
  'request-retry':
    'Una sesión de solicitud sigue pendiente cuando un pago falla en la página, y se puede intentar otra vez; una de botón falla para siempre.',
  expiry:
    'Las de botón vencen tras `duration_minutes`, las de solicitud en `due_date_session` cuando el comportamiento es `deactivate`; decide el reloj en el momento de pagar.',
  'leg-2':
    'La etapa 2 es none, scheduled, accredited o failed, nunca cambia el estado, y se puede forzar de failed a accredited.',
  'failed-credits':
    'Una etapa 2 fallida lista sus créditos con estado `failed`, sin nada acreditado y sin comisión; el resumen los cuenta.',
  delay: 'La acreditación llega unos 5 s después del pago; en un ambiente real tarda de uno a dos minutos.',
  'no-money': 'No se mueve dinero.',
  'idempotency-refusals':
    'Una `Idempotency-Key` tiene como máximo 255 caracteres, y guarda solo los éxitos: lo rechazado se puede enviar otra vez, corregido, con la misma clave.',
  'split-rules': 'El reparto de una sesión tiene como máximo 20 reglas.',
};

export const settings: Rows = {
  'webhook-body': 'El ajuste `webhook_body` de la cuenta elige `both` (por defecto), `flat` o `data`.',
  'webhook-signature':
    'El ajuste `webhook_signature` de la cuenta puede firmar solo el cuerpo crudo, como dice la descripción más corta de la especificación.',
  'receiver-credits':
    'El ajuste `receiver_credits` de la cuenta elige la forma de `receiver_credits`, igual en el estado y en los webhooks: `by_receiver` (por defecto), un objeto con `owner` y los ids de los socios por claves, como la leen programas ya en uso, o `list`, como la muestran documentos más antiguos.',
  'extra-events':
    'Con el ajuste `extra_events` de la cuenta (por defecto `false`) se envían cuatro webhooks más, que nombran documentos posteriores: `payment_session.failed`, `payment_session.expired`, `payment_session.partially_accredited` y `payment_session.failed_credit`.',
  'minimum-amount-ves':
    'El ajuste `minimum_amount_ves` de la cuenta rechaza con 400 las sesiones que valen menos; por defecto es 0, y del servicio real se dice que rechaza por debajo de 14.',
  'accreditation-delay-ms':
    'El ajuste `accreditation_delay_ms` de la cuenta es el tiempo del pago a la acreditación; null es el propio del simulador.',
  'frame-ancestors':
    'El ajuste `frame_ancestors` de la cuenta lista los orígenes cuyas páginas pueden mostrar la página de pago en un marco, donde el simulador está alojado; uno local deja a cualquiera. Cada uno es un host, sin comodines.',
};
