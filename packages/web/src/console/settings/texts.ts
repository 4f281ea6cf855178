import type { SettingName } from '@svc-simulator/contract';
import { bilingual } from '../../kit/bilingual.ts';

/** What the form says of a setting. It has options to choose from, or is typed: a number with its unit, or lines. */
export interface SettingTexts {
  readonly label: string;
  readonly fault: string;
  readonly hint?: string;
  readonly unit?: string;
  readonly options?: readonly { readonly value: string; readonly title: string; readonly text: string }[];
}

interface SettingsTexts
  extends Readonly<
    Record<
      | 'title'
      | 'account'
      | 'lead'
      | 'webhooks'
      | 'timeAndLimits'
      | 'paymentPage'
      | 'payments'
      | 'save'
      | 'also',
      string
    >
  > {
  readonly settings: Readonly<Record<SettingName, SettingTexts>>;
}

const spanish: SettingsTexts = {
  title: 'Ajustes',
  account: 'Contraseña y cuenta',
  lead: 'Cómo se comporta el simulador con tu cuenta. Vale para lo que ocurra desde ahora; lo ya enviado no cambia.',
  webhooks: 'Webhooks',
  timeAndLimits: 'Tiempos y límites',
  paymentPage: 'Página de pago',
  payments: 'Pagos',
  save: 'Guardar',
  also: 'Lo mismo hace PUT /console/settings.',
  settings: {
    webhook_body: {
      label: 'Forma del cuerpo',
      fault: 'Elige una de estas formas.',
      options: [
        {
          value: 'both',
          title: 'Las dos formas',
          text: 'Los datos van sueltos y también dentro de «data»: sirve a receptores de las dos clases.',
        },
        { value: 'flat', title: 'Suelta', text: 'Los datos van en el primer nivel, junto a «event».' },
        { value: 'data', title: 'Dentro de data', text: 'Los datos van solo dentro de «data».' },
      ],
    },
    webhook_signature: {
      label: 'Qué se firma',
      fault: 'Elige una de estas firmas.',
      options: [
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
    },
    receiver_credits: {
      label: 'Forma de receiver_credits, también al consultar el estado',
      fault: 'Elige una de estas formas.',
      options: [
        {
          value: 'by_receiver',
          title: 'Por receptor',
          text: 'Un objeto con los créditos bajo «owner» y el id de cada socio.',
        },
        { value: 'list', title: 'Lista', text: 'Un crédito tras otro, cada uno con su receiver_id.' },
      ],
    },
    extra_events: {
      label: 'Eventos adicionales (extra_events)',
      fault: 'Elige sí o no.',
      options: [
        { value: 'false', title: 'No', text: 'Solo los cuatro eventos de la especificación.' },
        {
          value: 'true',
          title: 'Sí',
          text: 'También failed, expired, partially_accredited y failed_credit, como los nombran documentos posteriores.',
        },
      ],
    },
    accreditation_delay_ms: {
      label: 'Del pago a la acreditación',
      hint: 'Vacío: lo de este simulador, {usual}. De 0 a 86400000 ms (un día).',
      unit: 'ms',
      fault: 'Escribe un número entero de 0 a 86400000, o déjalo vacío.',
    },
    throttle_per_minute: {
      label: 'Límite de peticiones',
      hint: 'Para probar tu manejo del 429. Vacío: sin límite. De 1 a 100000.',
      unit: 'por minuto',
      fault: 'Escribe un número entero de 1 a 100000, o déjalo vacío.',
    },
    frame_ancestors: {
      label: 'Quién puede mostrarla en un marco',
      hint: 'Los orígenes de tus páginas, uno por línea, como https://tienda.example. Vacío: ninguno. Cuenta en un simulador compartido; uno local deja que la muestre cualquiera.',
      fault:
        'Escribe hasta 20 orígenes como https://tienda.example, en minúsculas y sin ruta, uno por línea.',
    },
    minimum_amount_ves: {
      label: 'Monto mínimo de una sesión',
      hint: 'Una sesión que vale menos se rechaza con 400. 0: sin mínimo. Se dice que el servicio real rechaza por debajo de 14.',
      unit: 'VES',
      fault: 'Escribe un monto desde 0, con dos decimales como mucho.',
    },
  },
};

const english: SettingsTexts = {
  title: 'Settings',
  account: 'Password and account',
  lead: 'How the simulator treats your account. Counts for what happens from now on; what was sent stays as it is.',
  webhooks: 'Webhooks',
  timeAndLimits: 'Times and limits',
  paymentPage: 'Payment page',
  payments: 'Payments',
  save: 'Save',
  also: 'PUT /console/settings does the same.',
  settings: {
    webhook_body: {
      label: 'Shape of the body',
      fault: 'Choose one of these shapes.',
      options: [
        {
          value: 'both',
          title: 'Both shapes',
          text: 'The data stand at the top and inside “data” too: receivers of either kind can read it.',
        },
        { value: 'flat', title: 'Flat', text: 'The data stand at the top, beside “event”.' },
        { value: 'data', title: 'Inside data', text: 'The data stand inside “data” only.' },
      ],
    },
    webhook_signature: {
      label: 'What is signed',
      fault: 'Choose one of these signatures.',
      options: [
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
    },
    receiver_credits: {
      label: 'Shape of receiver_credits, in status answers too',
      fault: 'Choose one of these shapes.',
      options: [
        {
          value: 'by_receiver',
          title: 'By receiver',
          text: 'An object with the credits under “owner” and the id of each partner.',
        },
        { value: 'list', title: 'List', text: 'One credit after the other, each with its receiver_id.' },
      ],
    },
    extra_events: {
      label: 'Extra events (extra_events)',
      fault: 'Choose yes or no.',
      options: [
        { value: 'false', title: 'No', text: 'The four events of the specification alone.' },
        {
          value: 'true',
          title: 'Yes',
          text: 'Also failed, expired, partially_accredited and failed_credit, as later documents name them.',
        },
      ],
    },
    accreditation_delay_ms: {
      label: 'From payment to accreditation',
      hint: 'Empty: this simulator’s own, {usual}. 0 to 86400000 ms (a day).',
      unit: 'ms',
      fault: 'Write a whole number from 0 to 86400000, or leave it empty.',
    },
    throttle_per_minute: {
      label: 'Limit of requests',
      hint: 'To try how you handle 429. Empty: no limit. 1 to 100000.',
      unit: 'a minute',
      fault: 'Write a whole number from 1 to 100000, or leave it empty.',
    },
    frame_ancestors: {
      label: 'Who may show it in a frame',
      hint: 'The origins of your pages, one to a line, such as https://shop.example. Empty: nobody. Counts on a shared simulator; a local one lets anybody show it.',
      fault:
        'Write up to 20 origins such as https://shop.example, in lower case and without a path, one to a line.',
    },
    minimum_amount_ves: {
      label: 'Least amount of a session',
      hint: 'A session that is worth less is refused with 400. 0: no minimum. The real service is said to refuse below 14.',
      unit: 'VES',
      fault: 'Write an amount from 0, with at most two decimals.',
    },
  },
};

export const settingsTexts = bilingual(spanish, english);
