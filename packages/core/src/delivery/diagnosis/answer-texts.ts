import type { DiagnosisTexts } from './advice.ts';

/** Why a receiver answers anything else than 2xx, and what a 2xx may still say. */
export const answerTexts = {
  wrong_path: {
    reason: { es: 'El receptor no conoce esta ruta.', en: 'The receiver does not know this path.' },
    advice: {
      es: 'Compara la ruta de webhook_url con la que sirve tu aplicación, barra final incluida.',
      en: 'Compare the path of webhook_url with the one that your application serves, a slash at its end included.',
    },
  },
  wrong_application: {
    reason: { es: 'En ese puerto escucha otro programa.', en: 'Another program listens on that port.' },
    advice: {
      es: 'Mira qué proceso tiene el puerto de webhook_url, o el que se le dio a sim relay.',
      en: 'See which process has the port of webhook_url, or the one that sim relay was given.',
    },
  },
  wrong_method: {
    reason: { es: 'La ruta existe, pero no acepta POST.', en: 'The path exists, but does not take POST.' },
    advice: {
      es: 'Registra la ruta del webhook para POST.',
      en: 'Register the route of the webhook for POST.',
    },
  },
  content_type: {
    reason: {
      es: 'El receptor no acepta content-type: application/json.',
      en: 'The receiver does not take content-type: application/json.',
    },
    advice: {
      es: 'Acepta JSON en esa ruta; no espera un formulario.',
      en: 'Let that route take JSON; it is no form that comes.',
    },
  },
  body_shape: {
    reason: {
      es: 'El receptor espera el cuerpo con otra forma.',
      en: 'The receiver expects another shape of the body.',
    },
    advice: {
      es: 'Lee session_payment en la raíz; si tu código lo busca bajo data, elige webhook_body: both o data en los ajustes.',
      en: 'Read session_payment at the root; if your code looks for it under data, choose webhook_body: both or data in the settings.',
    },
  },
  strict_schema: {
    reason: {
      es: 'La validación rechaza campos o eventos que no declara.',
      en: 'The validation refuses fields or events that it does not declare.',
    },
    advice: {
      es: 'Ignora lo que no conoces; las pruebas extra_fields y unknown_event lo comprueban.',
      en: 'Ignore what you do not know; the probes extra_fields and unknown_event check that.',
    },
  },
  refused_signature_400: {
    reason: {
      es: 'El receptor responde así también a una firma que no cuadra.',
      en: 'The receiver answers a signature that does not fit in this way too.',
    },
    advice: {
      es: 'Compara el texto firmado con el que calcula tu receptor, y responde 401 a una firma falsa.',
      en: 'Compare the signed text with the one that your receiver computes, and answer a forged signature with 401.',
    },
  },
  body_limit: {
    reason: {
      es: 'El cuerpo es más largo de lo que el receptor acepta.',
      en: 'The body is longer than the receiver takes.',
    },
    advice: {
      es: 'Sube el límite del cuerpo en esa ruta.',
      en: 'Raise the limit of the body on that route.',
    },
  },
  overloaded: {
    reason: { es: 'El receptor pide que se intente más tarde.', en: 'The receiver asks to try again later.' },
    advice: {
      es: 'Exime la ruta del webhook de los límites de frecuencia.',
      en: 'Exempt the route of the webhook from rate limits.',
    },
  },
  redirect: {
    reason: {
      es: 'El receptor redirige, y las redirecciones no se siguen.',
      en: 'The receiver redirects, and redirects are not followed.',
    },
    advice: {
      es: 'Pon en webhook_url la dirección final: https en vez de http, la barra final, sin página de inicio de sesión.',
      en: 'Put the final address into webhook_url: https in place of http, the slash at its end, no log-in page.',
    },
  },
  gateway: {
    reason: {
      es: 'El proxy o el túnel está, pero la aplicación detrás de él no responde.',
      en: 'The proxy or tunnel is there, but the application behind it does not answer.',
    },
    advice: {
      es: 'Enciende la aplicación y comprueba el puerto al que apunta el proxy.',
      en: 'Start the application, and check the port that the proxy points to.',
    },
  },
  receiver_error: {
    reason: {
      es: 'El receptor falló por dentro: es un error de su código, no del webhook.',
      en: 'The receiver failed inside: that is a fault of its code, not of the webhook.',
    },
    advice: {
      es: 'Mira el registro del receptor a esa hora; la respuesta que se ve aquí suele decir dónde.',
      en: 'Look into the log of the receiver at that time; the answer that is shown here often says where.',
    },
  },
  not_2xx: {
    reason: { es: 'Solo un 2xx cierra una entrega.', en: 'Only a 2xx closes a delivery.' },
    advice: {
      es: 'Responde 200 en cuanto el webhook esté guardado.',
      en: 'Answer 200 as soon as the webhook is stored.',
    },
  },
  recovered: {
    reason: { es: 'Un intento falló y un reintento llegó.', en: 'An attempt failed, and a retry arrived.' },
    advice: {
      es: 'Nada que hacer: la idempotency-key fue la misma en todos.',
      en: 'Nothing to do: the idempotency-key was the same in all of them.',
    },
  },
  left_out: {
    reason: {
      es: 'El relay lo dejó fuera y respondió en lugar del receptor, que no lo recibió.',
      en: 'The relay left it out and answered in place of the receiver, which did not get it.',
    },
    advice: {
      es: 'Añade este evento a --events de sim relay, o no pases --events.',
      en: 'Add this event to --events of sim relay, or pass no --events.',
    },
  },
  slow_answer: {
    reason: {
      es: 'El receptor tardó más de un segundo en responder.',
      en: 'The receiver took more than a second to answer.',
    },
    advice: {
      es: 'Responde primero y trabaja después: a los 5 segundos el intento cuenta como fallido.',
      en: 'Answer first and work afterwards: after 5 seconds the attempt counts as failed.',
    },
  },
} as const satisfies Record<string, DiagnosisTexts>;
