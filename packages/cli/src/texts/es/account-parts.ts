import type { Catalogue } from '@svc-simulator/core';

/** Of agreements, partners, settings, receivers and keys. */
export const accountParts: Catalogue = {
  'create an agreement; what you leave out gets a default':
    'crea un acuerdo; lo que no digas toma un valor por defecto',
  'what the agreement is called': 'cómo se llama el acuerdo',
  'how it may be paid': 'cómo se puede pagar',
  'where the money goes (default: a made-up one)': 'adónde va el dinero (por defecto: una inventada)',
  'what it is for': 'para qué es',
  'its sessions may be split among partners': 'sus sesiones se pueden repartir entre socios',
  'no agreement here; {0} agreement create TITLE makes one':
    'aquí no hay acuerdos; {0} agreement create TÍTULO crea uno',

  'make a partner, who can receive a share of payments':
    'crea un socio, que puede recibir una parte de los pagos',
  'who it is': 'quién es',
  'such as V12345678': 'como V12345678',
  'no partner here; {0} partner create NAME makes one':
    'aquí no hay socios; {0} partner create NOMBRE crea uno',

  'there is no {0} here': 'aquí no hay {0}',
  'there is no delivery {0} here; see: {1} delivery list':
    'aquí no hay ninguna entrega {0}; mira: {1} delivery list',

  'show the account, the end of its first token, and its receivers':
    'muestra la cuenta, el final de su primer token y sus receptores',
  'replace the secret that signs webhooks': 'reemplaza el secreto que firma los webhooks',
  'show the secret that signs webhooks': 'muestra el secreto que firma los webhooks',
  'the old one signs beside the new one for 24 hours': 'el viejo firma junto al nuevo durante 24 horas',

  'settings of the account: webhooks, limits, delays': 'los ajustes de la cuenta: webhooks, límites, demoras',
  'show the settings of the account': 'muestra los ajustes de la cuenta',
  'change settings; those that are not named stay': 'cambia ajustes; los que no se nombran quedan',
  'such as webhook_body=flat, or throttle_per_minute=null':
    'como webhook_body=flat, o throttle_per_minute=null',
  '{0} is no setting with a value, such as webhook_body=flat; there are {1}':
    '{0} no es un ajuste con un valor, como webhook_body=flat; existen {1}',

  'make no agreement with it; a trainee makes one as a practice':
    'no crea un acuerdo con ella; quien está en una clase lo crea como práctica',
};
