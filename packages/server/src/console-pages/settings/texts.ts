import type { SettingName } from '@svc-simulator/contract';
import type { Language } from '../../pages/language.ts';

const spanish = {
  title: 'Ajustes',
  account: 'Contraseña y cuenta',
  lead: 'Cómo se comporta el simulador con tu cuenta. Vale para lo que ocurra desde ahora; lo ya enviado no cambia.',
  webhooks: 'Webhooks',
  bodyLabel: 'Forma del cuerpo',
  bodies: [
    {
      value: 'both',
      title: 'Las dos formas',
      text: 'Los datos van sueltos y también dentro de «data»: sirve a receptores de las dos clases.',
    },
    { value: 'flat', title: 'Suelta', text: 'Los datos van en el primer nivel, junto a «event».' },
    { value: 'data', title: 'Dentro de data', text: 'Los datos van solo dentro de «data».' },
  ],
  signatureLabel: 'Qué se firma',
  signatures: [
    {
      value: 'timestamp',
      title: 'Hora y cuerpo',
      text: 'HMAC-SHA256 sobre svc-timestamp, un punto y el cuerpo tal como llega. Protege de repeticiones.',
    },
    { value: 'body', title: 'Solo el cuerpo', text: 'HMAC-SHA256 sobre el cuerpo tal como llega.' },
    {
      value: 'sha256',
      title: 'El cuerpo, con sha256=',
      text: 'Lo mismo, y la cabecera lleva sha256= delante, como la esperan receptores ya escritos.',
    },
  ],
  creditsLabel: 'Forma de receiver_credits, también al consultar el estado',
  credits: [
    { value: 'list', title: 'Lista', text: 'Un crédito tras otro, cada uno con su receiver_id.' },
    {
      value: 'by_receiver',
      title: 'Por receptor',
      text: 'Un objeto con los créditos bajo «owner» y el id de cada partner.',
    },
  ],
  eventsLabel: 'Eventos adicionales (extra_events)',
  events: [
    { value: 'false', title: 'No', text: 'Solo los cuatro eventos de la especificación.' },
    {
      value: 'true',
      title: 'Sí',
      text: 'También failed, expired, partially_accredited y failed_credit, como los nombran documentos posteriores.',
    },
  ],
  timeAndLimits: 'Tiempos y límites',
  delayLabel: 'Del pago a la acreditación',
  delayHint: 'Vacío: lo de este simulador, {usual}. De 0 a 86400000 ms (un día).',
  throttleLabel: 'Límite de peticiones',
  throttleHint: 'Para probar tu manejo del 429. Vacío: sin límite. De 1 a 100000.',
  throttleUnit: 'por minuto',
  paymentPage: 'Página de pago',
  framesLabel: 'Quién puede mostrarla en un marco',
  framesHint:
    'Los orígenes de tus páginas, uno por línea, como https://tienda.example. Vacío: ninguno. Cuenta en un simulador compartido; uno local deja que la muestre cualquiera.',
  payments: 'Pagos',
  minimumLabel: 'Monto mínimo de una sesión',
  minimumHint:
    'Una sesión que vale menos se rechaza con 400. 0: sin mínimo. Se dice que el servicio real rechaza por debajo de 14.',
  save: 'Guardar',
  also: 'Lo mismo hace PUT /console/settings.',
  faults: {
    webhook_body: 'Elige una de estas formas.',
    webhook_signature: 'Elige una de estas firmas.',
    receiver_credits: 'Elige una de estas formas.',
    extra_events: 'Elige sí o no.',
    minimum_amount_ves: 'Escribe un monto desde 0, con dos decimales como mucho.',
    accreditation_delay_ms: 'Escribe un número entero de 0 a 86400000, o déjalo vacío.',
    throttle_per_minute: 'Escribe un número entero de 1 a 100000, o déjalo vacío.',
    frame_ancestors:
      'Escribe hasta 20 orígenes como https://tienda.example, en minúsculas y sin ruta, uno por línea.',
  } satisfies Record<SettingName, string>,
};

const english: typeof spanish = {
  title: 'Settings',
  account: 'Password and account',
  lead: 'How the simulator treats your account. Counts for what happens from now on; what was sent stays as it is.',
  webhooks: 'Webhooks',
  bodyLabel: 'Shape of the body',
  bodies: [
    {
      value: 'both',
      title: 'Both shapes',
      text: 'The data stand at the top and inside “data” too: receivers of either kind can read it.',
    },
    { value: 'flat', title: 'Flat', text: 'The data stand at the top, beside “event”.' },
    { value: 'data', title: 'Inside data', text: 'The data stand inside “data” only.' },
  ],
  signatureLabel: 'What is signed',
  signatures: [
    {
      value: 'timestamp',
      title: 'Time and body',
      text: 'HMAC-SHA256 over svc-timestamp, a dot and the body as it comes. Protects against replays.',
    },
    { value: 'body', title: 'The body alone', text: 'HMAC-SHA256 over the body as it comes.' },
    {
      value: 'sha256',
      title: 'The body, with sha256=',
      text: 'The same, with sha256= before it in the header, as receivers that were written already expect it.',
    },
  ],
  creditsLabel: 'Shape of receiver_credits, in status answers too',
  credits: [
    { value: 'list', title: 'List', text: 'One credit after the other, each with its receiver_id.' },
    {
      value: 'by_receiver',
      title: 'By receiver',
      text: 'An object with the credits under “owner” and the id of each partner.',
    },
  ],
  eventsLabel: 'Extra events (extra_events)',
  events: [
    { value: 'false', title: 'No', text: 'The four events of the specification alone.' },
    {
      value: 'true',
      title: 'Yes',
      text: 'Also failed, expired, partially_accredited and failed_credit, as later documents name them.',
    },
  ],
  timeAndLimits: 'Times and limits',
  delayLabel: 'From payment to accreditation',
  delayHint: 'Empty: this simulator’s own, {usual}. 0 to 86400000 ms (a day).',
  throttleLabel: 'Limit of requests',
  throttleHint: 'To try how you handle 429. Empty: no limit. 1 to 100000.',
  throttleUnit: 'a minute',
  paymentPage: 'Payment page',
  framesLabel: 'Who may show it in a frame',
  framesHint:
    'The origins of your pages, one to a line, such as https://shop.example. Empty: nobody. Counts on a shared simulator; a local one lets anybody show it.',
  payments: 'Payments',
  minimumLabel: 'Least amount of a session',
  minimumHint:
    'A session that is worth less is refused with 400. 0: no minimum. The real service is said to refuse below 14.',
  save: 'Save',
  also: 'PUT /console/settings does the same.',
  faults: {
    webhook_body: 'Choose one of these shapes.',
    webhook_signature: 'Choose one of these signatures.',
    receiver_credits: 'Choose one of these shapes.',
    extra_events: 'Choose yes or no.',
    minimum_amount_ves: 'Write an amount from 0, with at most two decimals.',
    accreditation_delay_ms: 'Write a whole number from 0 to 86400000, or leave it empty.',
    throttle_per_minute: 'Write a whole number from 1 to 100000, or leave it empty.',
    frame_ancestors:
      'Write up to 20 origins such as https://shop.example, in lower case and without a path, one to a line.',
  },
};

export function settingsTexts(lang: Language): typeof spanish {
  return lang === 'en' ? english : spanish;
}
