import { describe, expect, it } from 'vitest';
import { search } from './search.ts';

/** What users ask, in both languages, and the page that answers it; with `#` the part that does, in each language. */
const questions: readonly (readonly [en: string, es: string, answer: string, respuesta?: string])[] = [
  [
    'why do I not receive any webhook',
    'por qué no recibo ningún webhook',
    'troubleshooting#no-webhook-is-received',
    'troubleshooting#no-llega-ningún-webhook',
  ],
  [
    'webhook signature does not match',
    'la firma del webhook no coincide',
    'troubleshooting#the-signature-does-not-match',
    'troubleshooting#la-firma-no-coincide',
  ],
  [
    'express json parsed body breaks signature verification',
    'express.json interpreta el cuerpo y la firma falla',
    'troubleshooting#the-signature-does-not-match',
    'troubleshooting#la-firma-no-coincide',
  ],
  [
    'timestamp too old, outside the tolerance',
    'marca de tiempo demasiado vieja',
    'troubleshooting#the-timestamp-is-too-old',
    'troubleshooting#la-marca-de-tiempo-es-demasiado-vieja',
  ],
  [
    'I get the same webhook twice',
    'recibo el mismo webhook dos veces',
    'troubleshooting#a-webhook-comes-twice',
    'troubleshooting#un-webhook-llega-dos-veces-duplicado',
  ],
  [
    'events arrive out of order',
    'los eventos llegan en otro orden',
    'troubleshooting#webhooks-come-in-the-wrong-order',
    'troubleshooting#los-webhooks-llegan-en-el-orden-equivocado',
  ],
  [
    'webhook timeout',
    'timeout del webhook',
    'troubleshooting#the-webhook-times-out-timeout',
    'troubleshooting#el-webhook-agota-el-tiempo-timeout',
  ],
  [
    'how many times is a failed webhook retried',
    'cuántas veces se reintenta un webhook que falla',
    'troubleshooting#the-webhook-is-retried-again-and-again',
    'troubleshooting#el-webhook-se-reintenta-una-y-otra-vez',
  ],
  [
    'receiver returns 404',
    'mi receptor responde 404',
    'troubleshooting#the-receiver-answers-404-or-405',
    'troubleshooting#el-receptor-responde-404-o-405',
  ],
  [
    'CSRF blocks the webhook in Django or Laravel',
    'CSRF bloquea el webhook en Django o Laravel',
    'troubleshooting#the-receiver-answers-403-csrf',
    'troubleshooting#el-receptor-responde-403-csrf',
  ],
  [
    'req.body is undefined',
    'req.body es undefined',
    'troubleshooting#the-body-is-empty-or-undefined',
    'troubleshooting#el-cuerpo-está-vacío-o-es-undefined',
  ],
  [
    '401 unauthorized invalid token',
    '401 no autorizado, token no válido',
    'troubleshooting#401-unauthorized-from-the-api',
    'troubleshooting#401-unauthorized-de-la-api-no-autorizado',
  ],
  [
    '429 too many requests rate limit',
    '429 demasiadas peticiones',
    'troubleshooting#429-too-many-requests',
    'troubleshooting#429-demasiadas-peticiones',
  ],
  [
    'session not found 404',
    'la sesión ya no existe',
    'troubleshooting#the-session-does-not-exist-any-more',
    'troubleshooting#la-sesión-ya-no-existe',
  ],
  [
    'session expires too soon',
    'la sesión vence demasiado pronto',
    'troubleshooting#the-session-expired-before-anybody-paid',
    'troubleshooting#la-sesión-venció-antes-de-que-alguien-pagara',
  ],
  [
    'paid but no accredited event',
    'pagada pero no llega accredited',
    'troubleshooting#paid-but-never-accredited',
    'troubleshooting#pagada-pero-nunca-acreditada',
  ],
  [
    'test cards',
    'tarjetas de prueba',
    'troubleshooting#which-card-bank-or-phone-number-can-i-use',
    'troubleshooting#qué-tarjeta-banco-o-teléfono-de-prueba-puedo-usar',
  ],
  [
    'port already in use EADDRINUSE',
    'el puerto ya está en uso',
    'troubleshooting#the-port-is-in-use',
    'troubleshooting#el-puerto-está-en-uso-ocupado',
  ],
  [
    'command not found sim',
    'sim comando no encontrado',
    'troubleshooting#sim-command-not-found',
    'troubleshooting#sim-comando-no-encontrado',
  ],
  [
    'docker container cannot reach localhost',
    'desde un contenedor de docker no alcanzo localhost',
    'troubleshooting#a-container-cannot-reach-localhost',
    'troubleshooting#un-contenedor-no-alcanza-localhost',
  ],
  [
    'self-signed certificate error',
    'error de certificado self-signed',
    'troubleshooting#certificate-errors-with-https',
    'troubleshooting#errores-de-certificado-con-https',
  ],
  [
    'get webhooks missed while my server was down',
    'recuperar webhooks perdidos mientras estaba apagado',
    'troubleshooting#webhooks-were-missed-while-the-program-was-down',
    'troubleshooting#se-perdieron-webhooks-mientras-el-programa-estaba-apagado',
  ],
  ['forward webhooks to my local port', 'llevar webhooks a mi puerto local', 'relay'],
  ['replay saved webhook from a file', 'enviar otra vez un webhook guardado en un archivo', 'relay'],
  [
    'forward only some events',
    'recibir solo algunos eventos',
    'relay#only-some-events---events',
    'relay#solo-algunos-eventos---events',
  ],
  [
    'make a payment fail on purpose',
    'hacer que un pago falle a propósito',
    'troubleshooting#how-do-i-make-a-payment-fail-on-purpose',
    'troubleshooting#cómo-hago-que-un-pago-falle-a-propósito',
  ],
  [
    'skip time to test expiry',
    'saltar el tiempo hasta el vencimiento',
    'troubleshooting#i-do-not-want-to-wait-skip-the-time-to-an-expiry',
    'troubleshooting#no-quiero-esperar-saltar-el-tiempo-hasta-un-vencimiento',
  ],
  ['simulate duplicate and late webhooks', 'simular webhooks duplicados y tarde', 'chaos'],
  ['gitlab ci pipeline example', 'ejemplo de pipeline en gitlab', 'recipes#gitlab-ci', 'recipes#gitlab-ci'],
  [
    'github actions workflow',
    'workflow de github actions',
    'ci#a-workflow-of-github',
    'ci#un-workflow-de-github',
  ],
  ['verify signature in python', 'verificar la firma en python', 'recipes#python', 'recipes#python'],
  ['verify signature in PHP', 'verificar la firma en PHP', 'recipes#php', 'recipes#php'],
  ['verify webhook in Next.js', 'verificar un webhook en Next.js', 'webhooks'],
  ['what changes in production', 'qué cambia en producción', 'going-live'],
  ['what does error 422 mean', 'qué significa el error 422', 'errors#by-status', 'errors#por-estado'],
  ['difference between paid and accredited', 'diferencia entre pagada y acreditada', 'concepts'],
  // From threads of the field's projects, in other words.
  [
    'signature verification keeps failing although the secret is right',
    'el secreto es el correcto y aun así la verificación falla',
    'troubleshooting#the-signature-does-not-match',
    'troubleshooting#la-firma-no-coincide',
  ],
  [
    'the signature is fine in Express but not behind bodyParser',
    'bodyParser corre antes de mi ruta y la firma ya no sirve',
    'troubleshooting#the-signature-does-not-match',
    'troubleshooting#la-firma-no-coincide',
  ],
  [
    'can I do without ngrok or another tunnel',
    'puedo recibir webhooks sin ngrok ni otro túnel',
    'troubleshooting#no-webhook-is-received',
    'troubleshooting#no-llega-ningún-webhook',
  ],
  [
    'connect ECONNREFUSED 127.0.0.1:3000 when the webhook is sent',
    'ECONNREFUSED 127.0.0.1:3000 cuando se envía el webhook',
    'troubleshooting#no-webhook-is-received',
    'troubleshooting#no-llega-ningún-webhook',
  ],
  [
    'host.docker.internal does not work on Linux',
    'host.docker.internal no funciona en Linux',
    'troubleshooting#a-container-cannot-reach-localhost',
    'troubleshooting#un-contenedor-no-alcanza-localhost',
  ],
  [
    'is idempotency-key of the webhook enough to not ship an order twice',
    'cómo evito despachar un pedido dos veces con idempotency-key',
    'troubleshooting#a-webhook-comes-twice',
    'troubleshooting#un-webhook-llega-dos-veces-duplicado',
  ],
  [
    'the same idempotency key with a different body is a conflict',
    'la misma clave de idempotencia con otro cuerpo da conflicto',
    'errors',
  ],
  [
    'my handler is slow and the provider reports a timeout although the order was saved',
    'mi programa tarda y se informa timeout aunque el pedido se guardó',
    'troubleshooting#the-webhook-times-out-timeout',
    'troubleshooting#el-webhook-agota-el-tiempo-timeout',
  ],
  [
    'the webhook redirects with 301 or 308 and is not delivered',
    'el webhook recibe una redirección 301 o 308 y no se entrega',
    'troubleshooting#the-webhook-is-retried-again-and-again',
    'troubleshooting#el-webhook-se-reintenta-una-y-otra-vez',
  ],
  [
    'customer closed the page, order stays pending forever',
    'el cliente cerró la página y el pedido queda pendiente para siempre',
    'troubleshooting#the-session-expired-before-anybody-paid',
    'troubleshooting#la-sesión-venció-antes-de-que-alguien-pagara',
  ],
  [
    'simulate a declined payment, insufficient funds',
    'simular un pago rechazado, sin fondos',
    'troubleshooting#how-do-i-make-a-payment-fail-on-purpose',
    'troubleshooting#cómo-hago-que-un-pago-falle-a-propósito',
  ],
  [
    'flaky test: wait until the webhook has arrived instead of sleep',
    'prueba inestable: esperar a que llegue el webhook en vez de sleep',
    'troubleshooting#tests-fail-only-sometimes',
    'troubleshooting#las-pruebas-fallan-solo-a-veces',
  ],
  [
    'trigger the webhook of one certain session, not of a new one',
    'disparar el webhook de una sesión que ya existe, no de una nueva',
    'troubleshooting#i-want-the-webhook-of-a-session-that-i-have',
    'troubleshooting#quiero-el-webhook-de-una-sesión-que-ya-tengo',
  ],
  [
    'the webhook comes before my own order is saved',
    'el webhook llega antes de que se guarde mi pedido',
    'troubleshooting#the-webhook-comes-before-the-order-is-saved',
    'troubleshooting#el-webhook-llega-antes-de-que-se-guarde-el-pedido',
  ],
  [
    'how long does the accreditation take',
    'cuánto tarda la acreditación',
    'troubleshooting#how-long-does-the-accreditation-take',
    'troubleshooting#cuánto-tarda-la-acreditación',
  ],
  [
    'delete all data and start over',
    'borrar todos los datos y empezar de nuevo',
    'troubleshooting#i-want-to-begin-again',
    'troubleshooting#quiero-empezar-de-cero',
  ],
  [
    'try it from my phone in the same network',
    'probar desde mi celular en la misma red',
    'troubleshooting#try-it-from-my-phone-in-the-same-network',
    'troubleshooting#probar-desde-mi-celular-en-la-misma-red',
  ],
  [
    'BCV rate of the dollar',
    'tasa BCV del dólar',
    'troubleshooting#where-the-rate-of-the-dollar-comes-from-bcv',
    'troubleshooting#de-dónde-sale-la-tasa-del-dólar-bcv',
  ],
  [
    'I forgot the console password',
    'olvidé la contraseña de la consola',
    'troubleshooting#i-forgot-the-password-of-the-console',
    'troubleshooting#olvidé-la-contraseña-de-la-consola',
  ],
  // Of a reader from Caracas who had the package alone.
  [
    'how do I make a refund',
    'cómo hago un reembolso',
    'questions#refunds-voids-and-chargebacks-can-a-payment-be-given-back',
    'questions#reembolsos-anulaciones-y-contracargos-devolver-un-pago',
  ],
  [
    'chargeback',
    'contracargo',
    'questions#refunds-voids-and-chargebacks-can-a-payment-be-given-back',
    'questions#reembolsos-anulaciones-y-contracargos-devolver-un-pago',
  ],
  [
    'why is there no webhook when the payment fails',
    'por qué no llega el webhook cuando el pago falla',
    'questions#why-does-no-webhook-come-when-a-payment-fails-or-a-session-expires',
    'questions#por-qué-no-llega-un-webhook-cuando-un-pago-falla-o-una-sesión-vence',
  ],
  [
    'what commission does the bank charge',
    'cuánto cobra de comisión el banco',
    'questions#what-fee-or-commission-does-the-bank-take',
    'questions#qué-comisión-cobra-el-banco',
  ],
  [
    'charge in bolivares',
    'cómo cobrar en bolívares',
    'questions#how-do-i-charge-in-bolívares-ves',
    'questions#cómo-cobro-en-bolívares-ves',
  ],
  [
    'cancel a charge that was not paid',
    'cómo cancelo un cobro que no se ha pagado',
    'questions#how-do-i-cancel-a-charge-that-nobody-has-paid',
    'questions#cómo-cancelo-un-cobro-que-nadie-ha-pagado',
  ],
  [
    'avoid charging a customer twice',
    'cómo evito cobrar dos veces',
    'questions#how-do-i-avoid-charging-twice',
    'questions#cómo-evito-cobrar-dos-veces',
  ],
  [
    'check whether a payment was made',
    'cómo consulto si un pago ya se hizo',
    'questions#how-do-i-ask-whether-a-payment-was-made-the-status-of-a-session',
    'questions#cómo-consulto-si-un-pago-se-hizo-el-estado-de-una-sesión',
  ],
  [
    'getSessionStatus',
    'consultar estado',
    'questions#how-do-i-ask-whether-a-payment-was-made-the-status-of-a-session',
    'questions#cómo-consulto-si-un-pago-se-hizo-el-estado-de-una-sesión',
  ],
  [
    'where is the QR code',
    'dónde está el código QR',
    'questions#where-is-the-qr-code-of-a-payment',
    'questions#dónde-está-el-código-qr-de-un-pago',
  ],
  [
    'what happens if my server is down when the notification comes',
    'qué pasa si mi servidor está caído cuando llega la notificación',
    'questions#my-server-is-down-when-the-notification-comes',
    'questions#mi-servidor-está-caído-cuando-llega-la-notificación',
  ],
  [
    'rotate the webhook secret',
    'cómo roto el secreto del webhook',
    'questions#how-do-i-rotate-the-webhook-secret',
    'questions#cómo-roto-o-cambio-el-secreto-del-webhook',
  ],
  [
    'can I try mobile payments',
    'puedo probar pago móvil',
    'questions#which-payment-methods-are-there-mobile-payment-debit-cryptocurrency',
    'questions#qué-métodos-de-pago-hay-pago-móvil-débito-criptomonedas',
  ],
  [
    'does it take cryptocurrency',
    'acepta criptomonedas',
    'questions#which-payment-methods-are-there-mobile-payment-debit-cryptocurrency',
    'questions#qué-métodos-de-pago-hay-pago-móvil-débito-criptomonedas',
  ],
  [
    'iframe',
    'iframe',
    'questions#can-the-payment-page-be-in-an-iframe-of-my-site',
    'questions#puede-estar-la-página-de-pago-en-un-iframe-de-mi-sitio',
  ],
  [
    'how long is a payment link valid',
    'cuánto dura un enlace de pago',
    'questions#how-long-does-a-payment-link-live',
    'questions#cuánto-dura-un-enlace-de-pago',
  ],
  [
    'how do I use it with Laravel',
    'cómo lo uso con Laravel',
    'questions#how-do-i-use-it-with-laravel-django-or-another-framework',
    'questions#cómo-lo-uso-con-laravel-django-u-otro-framework',
  ],
  [
    'does it work offline, without internet',
    'funciona sin internet',
    'questions#does-it-work-without-internet',
    'questions#funciona-sin-internet',
  ],
  [
    'delete an account',
    'cómo borro una cuenta',
    'questions#how-do-i-delete-an-account',
    'questions#cómo-borro-una-cuenta',
  ],
  [
    'pagination',
    'cómo pagino una lista',
    'questions#how-do-i-page-through-a-list-pagination',
    'questions#cómo-pagino-una-lista-paginación',
  ],
  [
    'differences from the real provider',
    'diferencias con el proveedor real',
    'questions#how-does-it-differ-from-the-real-provider',
    'questions#en-qué-se-diferencia-del-proveedor-real',
  ],
  [
    'which fields does the webhook have',
    'qué campos trae el webhook',
    'questions#which-fields-does-a-webhook-have',
    'questions#qué-campos-trae-un-webhook',
  ],
  ['how do I plug the verification into Fastify', 'cómo conecto la verificación con Fastify', 'webhooks'],
];

/** Whether one of the first three hits is the page, or its part where one is named. */
async function answered(language: 'en' | 'es', question: string, answer: string): Promise<boolean> {
  const hits = (await search(language, question)).slice(0, 3);
  return hits.some(({ slug, anchor }) => answer === slug || answer === `${slug}#${anchor}`);
}

describe('the search answers what users ask within its first three hits', () => {
  it('of at least thirty questions', () => {
    expect(questions.length).toBeGreaterThanOrEqual(30);
  });

  it.each(questions.map(([english, , page]) => ({ english, page })))(
    '$english',
    async ({ english, page }) => {
      expect(await answered('en', english, page)).toBe(true);
    },
  );

  it.each(questions.map(([, spanish, page, answer]) => ({ spanish, answer: answer ?? page })))(
    '$spanish',
    async ({ spanish, answer }) => {
      expect(await answered('es', spanish, answer)).toBe(true);
    },
  );

  it('and does not say the same to everything', async () => {
    expect(await answered('en', 'verify signature in PHP', 'classes')).toBe(false);
  });
});
