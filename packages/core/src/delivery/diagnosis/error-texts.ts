import type { DiagnosisTexts } from './advice.ts';

/** Why no answer came. */
export const errorTexts = {
  nothing_listens: {
    reason: {
      es: 'En esa dirección y puerto no escucha nadie.',
      en: 'Nobody listens at that address and port.',
    },
    advice: {
      es: 'Enciende el receptor y compara su puerto con el de webhook_url.',
      en: 'Start the receiver, and compare its port with the one of webhook_url.',
    },
  },
  other_machine: {
    reason: {
      es: 'localhost es aquí la máquina o el contenedor del simulador, no la tuya.',
      en: 'localhost is here the machine or container of the simulator, not yours.',
    },
    advice: {
      es: 'Deja corriendo sim relay en la máquina del receptor.',
      en: 'Keep sim relay running on the machine of the receiver.',
    },
  },
  unknown_host: {
    reason: {
      es: 'El nombre del servidor no existe en el DNS.',
      en: 'The name of the server does not exist in DNS.',
    },
    advice: { es: 'Revisa el nombre en webhook_url.', en: 'Check the name in webhook_url.' },
  },
  connection_cut: {
    reason: {
      es: 'El receptor cortó la conexión sin responder.',
      en: 'The receiver cut the connection without an answer.',
    },
    advice: {
      es: 'Mira si el proceso se cae o se reinicia al recibir el webhook.',
      en: 'See whether the process crashes or restarts when the webhook comes.',
    },
  },
  unreachable: {
    reason: { es: 'No hay camino hasta esa dirección.', en: 'There is no way to that address.' },
    advice: {
      es: 'Revisa la red y el cortafuegos; para una red privada, usa sim relay.',
      en: 'Check the network and the firewall; for a private network, use sim relay.',
    },
  },
  too_slow: {
    reason: {
      es: 'El receptor no respondió en 5 segundos.',
      en: 'The receiver did not answer within 5 seconds.',
    },
    advice: {
      es: 'Guarda el webhook, responde 200 y haz el trabajo después.',
      en: 'Store the webhook, answer 200, and do the work afterwards.',
    },
  },
  no_relay: {
    reason: {
      es: 'La dirección es local y ningún relay está conectado.',
      en: 'The address is a local one, and no relay is connected.',
    },
    advice: {
      es: 'Deja corriendo sim relay con la clave de esta cuenta y envía el webhook otra vez.',
      en: 'Keep sim relay running with the key of this account, and send the webhook again.',
    },
  },
  relay_lost: {
    reason: {
      es: 'El relay se desconectó a mitad de la entrega.',
      en: 'The relay disconnected during the delivery.',
    },
    advice: {
      es: 'Deja corriendo un solo sim relay por cuenta; el segundo cierra al primero.',
      en: 'Keep one sim relay running per account; a second one closes the first.',
    },
  },
  address_refused: {
    reason: {
      es: 'Un simulador alojado no envía a direcciones privadas, y ese nombre lleva a una.',
      en: 'A hosted simulator sends nothing to private addresses, and that name leads to one.',
    },
    advice: {
      es: 'Usa una dirección pública, o localhost en webhook_url junto con sim relay.',
      en: 'Use a public address, or localhost in webhook_url together with sim relay.',
    },
  },
  certificate: {
    reason: {
      es: 'El certificado TLS del receptor no es válido.',
      en: 'The TLS certificate of the receiver is not valid.',
    },
    advice: {
      es: 'Usa un certificado vigente para ese nombre, con su cadena completa, o http en desarrollo.',
      en: 'Use a certificate that is valid for that name, with its whole chain, or http in development.',
    },
  },
  certificate_untrusted: {
    reason: {
      es: 'El certificado TLS del receptor es de una autoridad que aquí no se conoce.',
      en: 'The TLS certificate of the receiver is of an authority that is not known here.',
    },
    advice: {
      es: 'Da su autoridad al simulador con NODE_EXTRA_CA_CERTS=ca.pem al iniciarlo (o al relay), o instala la cadena completa en el receptor.',
      en: 'Tell the simulator (or the relay) its authority with NODE_EXTRA_CA_CERTS=ca.pem when it is started, or install the whole chain in the receiver.',
    },
  },
  certificate_expired: {
    reason: {
      es: 'El certificado TLS del receptor no vale ahora: venció, o todavía no empieza.',
      en: 'The TLS certificate of the receiver is not valid now: it has expired, or has not begun.',
    },
    advice: {
      es: 'Renuévalo, y compara los relojes de las dos máquinas.',
      en: 'Renew it, and compare the clocks of the two machines.',
    },
  },
  certificate_name: {
    reason: {
      es: 'El certificado TLS del receptor es para otro nombre que el de webhook_url.',
      en: 'The TLS certificate of the receiver is for another name than that of webhook_url.',
    },
    advice: {
      es: 'Usa en webhook_url un nombre que esté en el certificado, o haz uno para ese nombre.',
      en: 'Use a name in webhook_url that is in the certificate, or make one for that name.',
    },
  },
  client_certificate: {
    reason: {
      es: 'El receptor pide un certificado de cliente, y el simulador no tiene ninguno.',
      en: 'The receiver wants a client certificate, and the simulator has none.',
    },
    advice: {
      es: 'No lo pidas en la ruta del webhook: su firma ya dice de quién viene.',
      en: 'Do not ask for one on the route of the webhook: the signature says already whom it comes from.',
    },
  },
  tls_refused: {
    reason: {
      es: 'El receptor rechazó el saludo TLS: no acepta la versión, el cifrado o el nombre que se le ofrece.',
      en: 'The receiver refused the TLS handshake: it does not take the version, the cipher or the name that it is offered.',
    },
    advice: {
      es: 'Activa TLS 1.2 o 1.3 con los cifrados habituales, y sirve un certificado para ese nombre.',
      en: 'Turn on TLS 1.2 or 1.3 with the usual ciphers, and serve a certificate for that name.',
    },
  },
  http2_only: {
    reason: {
      es: 'El receptor habla solo HTTP/2, y los webhooks van por HTTP/1.1.',
      en: 'The receiver speaks HTTP/2 alone, and webhooks come by HTTP/1.1.',
    },
    advice: {
      es: 'Activa HTTP/1.1 a su lado (allowHTTP1: true en node:http2).',
      en: 'Turn on HTTP/1.1 beside it (allowHTTP1: true in node:http2).',
    },
  },
  plain_to_tls_port: {
    reason: {
      es: 'webhook_url dice http, pero ese puerto habla https.',
      en: 'webhook_url says http, but that port speaks https.',
    },
    advice: {
      es: 'Cambia http por https, o el puerto de http.',
      en: 'Change http into https, or take the port of http.',
    },
  },
  tls_to_plain_port: {
    reason: {
      es: 'webhook_url dice https, pero ese puerto no habla TLS.',
      en: 'webhook_url says https, but that port does not speak TLS.',
    },
    advice: { es: 'Cambia https por http, o el puerto.', en: 'Change https into http, or change the port.' },
  },
  no_http: {
    reason: {
      es: 'Lo que responde en ese puerto no habla HTTP/1.1.',
      en: 'What answers on that port does not speak HTTP/1.1.',
    },
    advice: {
      es: 'Revisa el puerto y el esquema de webhook_url.',
      en: 'Check port and scheme of webhook_url.',
    },
  },
  answer_too_long: {
    reason: { es: 'La respuesta pasa de 1 MiB.', en: 'The answer is longer than 1 MiB.' },
    advice: { es: 'Responde 200 con un cuerpo corto o vacío.', en: 'Answer 200 with a short body, or none.' },
  },
  invalid_url: {
    reason: {
      es: 'webhook_url no es una dirección http o https.',
      en: 'webhook_url is no http or https address.',
    },
    advice: {
      es: 'Escribe la dirección entera: http://localhost:3000/webhooks, o usa sim relay --forward-to.',
      en: 'Write the whole address: http://localhost:3000/webhooks, or use sim relay --forward-to.',
    },
  },
  emission_gone: {
    reason: {
      es: 'El webhook pasó de los 14 días de retención antes de enviarse.',
      en: 'The webhook outlived its retention of 14 days before it was sent.',
    },
    advice: { es: 'Crea una sesión nueva.', en: 'Create a new session.' },
  },
  no_answer: {
    reason: {
      es: 'No llegó ninguna respuesta; el error dice por qué.',
      en: 'No answer came; the error says why.',
    },
    advice: {
      es: 'Prueba el curl de esta entrega desde la máquina del simulador.',
      en: 'Try the curl of this delivery from the machine of the simulator.',
    },
  },
} as const satisfies Record<string, DiagnosisTexts>;
