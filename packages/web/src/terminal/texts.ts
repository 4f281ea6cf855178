import { bilingual } from '../kit/bilingual.ts';

/** The texts of the virtual terminal in Spanish, its first language. Their shape is what every other language must have. */
const spanish = {
  title: 'Terminal virtual',
  device: 'Terminal de cobro',
  noScript:
    'La terminal firma cada petición en el navegador, así que necesita JavaScript. Actívalo y recarga.',

  light: { off: 'Sin vincular', on: 'En línea', lost: 'Sin conexión', refused: 'Sin acceso' },

  pairing: {
    heading: 'Vincular esta terminal',
    lead: 'Pide el código en el sistema del comercio y escríbelo aquí.',
    serial: 'Serial de la terminal',
    serialHint: 'El mismo con el que el comercio pidió el código',
    code: 'Código de activación',
    codeHint: '6 dígitos; vale 10 minutos y una sola vez',
    submit: 'Vincular',
  },

  idle: {
    heading: 'Lista para cobrar',
    lead: 'Los cobros que cree el comercio aparecen aquí solos.',
    lostLead: 'El simulador no contesta. La terminal lo vuelve a intentar sola.',
    waiting: 'En espera',
    closeBatch: 'Cerrar lote',
  },

  payment: {
    heading: 'Cobro',
    amount: 'Monto a cobrar',
    amountHint: 'El comercio permite cambiar el monto',
    cancelled: 'El comercio canceló este cobro. Si lo apruebas ahora quedará pagado de todos modos (PAID).',
    cardType: 'Tipo de tarjeta',
    debit: 'Débito',
    credit: 'Crédito',
    franchise: 'Franquicia',
    decline: 'Rechazar',
    approve: 'Aprobar',
  },

  uncertain: {
    heading: 'No se sabe si se cobró',
    lead: 'La confirmación salió y no llegó respuesta. Envíala otra vez: lleva el mismo código de autorización, así que no se cobra dos veces.',
    again: 'Enviar otra vez',
  },

  void: {
    heading: 'Anular un pago',
    lead: 'El comercio pidió anular este pago.',
    later: 'Ahora no',
    confirm: 'Confirmar anulación',
  },

  batch: {
    heading: 'Cerrar el lote',
    lead: 'Lo que esta terminal cobró desde el último cierre.',
    currency: 'Moneda del cierre',
    back: 'Volver',
    confirm: 'Cerrar lote',
  },

  result: { next: 'Continuar' },

  refused: {
    heading: 'La terminal ya no tiene acceso',
    lead: 'El simulador rechazó la firma (401). Puede que el comercio la haya desvinculado, que se haya reiniciado la cuenta o que el reloj de este equipo esté mal.',
    again: 'Probar otra vez',
    pair: 'Vincular de nuevo',
  },

  about: {
    heading: 'Esta terminal',
    unpaired: 'Todavía no está vinculada.',
    paired: 'Serial',
    stored: 'La clave secreta se guarda solo en este navegador.',
    forget: 'Olvidar esta terminal',
    forgetTitle: '¿Olvidar esta terminal?',
    forgetLead:
      'La clave se borra de este navegador y no se puede recuperar. Para volver a vincular el mismo serial, el comercio tiene que desvincularlo antes:',
    keep: 'Conservar',
    forgetNow: 'Borrar la clave',
    requests: 'Lo que envía',
    requestsLead: 'La misma API y la misma firma que un dispositivo real.',
    noRequests: 'Nada todavía.',
    recipe: 'Cómo se firma',
    how: 'Cómo se obtiene un código',
    howLead: 'Con el token del comercio:',
  },

  /** What the script writes; parts in braces are filled in. */
  live: {
    order: 'Orden',
    client: 'Cliente',
    card: 'Tarjeta',
    authorization: 'Autorización',
    trace: 'Traza',
    batch: 'Lote',
    count: 'Cobros',
    total: 'Total',
    time: 'Hora',
    debit: 'Débito',
    credit: 'Crédito',
    collect: 'Cobrar',
    void: 'Anular',
    approved: 'Pago aprobado',
    voided: 'Pago anulado',
    closed: 'Lote cerrado',
    declined: 'Rechazado: {amount}. No se envió nada; para el comercio sigue pendiente.',
    postponed: 'La anulación de {amount} queda en espera.',
    gone: 'Ese cobro ya no está pendiente ({status}).',
    notTaken: 'El simulador no lo aceptó: {detail}',
    noAnswer: 'El simulador no contesta. Inténtalo otra vez.',
    codeRefused: 'No se pudo vincular: {detail}',
    serialMissing: 'Escribe el serial de la terminal.',
    codeWrong: 'El código tiene 6 dígitos.',
    amountWrong: 'Escribe un monto mayor que cero, con dos decimales como mucho.',
    batchTaken: 'El lote {batch} ya estaba cerrado. El siguiente número es {next}.',
    paired: 'Terminal vinculada.',
    forgotten: 'La clave se borró de este navegador.',
    unanswered: 'sin respuesta',
  },
};

export type Texts = typeof spanish;

/** The texts of the virtual terminal in English. */
const english: Texts = {
  title: 'Virtual terminal',
  device: 'Card terminal',
  noScript: 'The terminal signs each request in the browser, so it needs JavaScript. Turn it on and reload.',

  light: { off: 'Not paired', on: 'Online', lost: 'Offline', refused: 'No access' },

  pairing: {
    heading: 'Pair this terminal',
    lead: 'Ask the merchant’s system for the code and type it here.',
    serial: 'Serial of the terminal',
    serialHint: 'The one that the merchant asked the code for',
    code: 'Activation code',
    codeHint: '6 digits; good for 10 minutes and one use',
    submit: 'Pair',
  },

  idle: {
    heading: 'Ready',
    lead: 'Payments that the merchant creates appear here by themselves.',
    lostLead: 'The simulator does not answer. The terminal keeps trying by itself.',
    waiting: 'Waiting',
    closeBatch: 'Close batch',
  },

  payment: {
    heading: 'Payment',
    amount: 'Amount to collect',
    amountHint: 'The merchant lets the amount be changed',
    cancelled: 'The merchant cancelled this payment. Approving it now makes it PAID all the same.',
    cardType: 'Card type',
    debit: 'Debit',
    credit: 'Credit',
    franchise: 'Card brand',
    decline: 'Decline',
    approve: 'Approve',
  },

  uncertain: {
    heading: 'It is not known whether it was paid',
    lead: 'The confirmation left and no answer came. Send it again: it has the same authorization code, so nothing is paid twice.',
    again: 'Send again',
  },

  void: {
    heading: 'Void a payment',
    lead: 'The merchant asked to void this payment.',
    later: 'Not now',
    confirm: 'Confirm void',
  },

  batch: {
    heading: 'Close the batch',
    lead: 'What this terminal collected since the last closing.',
    currency: 'Currency of the closing',
    back: 'Back',
    confirm: 'Close batch',
  },

  result: { next: 'Continue' },

  refused: {
    heading: 'The terminal has lost its access',
    lead: 'The simulator refused the signature (401). The merchant may have unlinked it, the account may have been reset, or this machine’s clock may be wrong.',
    again: 'Try again',
    pair: 'Pair anew',
  },

  about: {
    heading: 'This terminal',
    unpaired: 'It is not paired yet.',
    paired: 'Serial',
    stored: 'The secret key is kept in this browser only.',
    forget: 'Forget this terminal',
    forgetTitle: 'Forget this terminal?',
    forgetLead:
      'The key is deleted from this browser and cannot be had again. To pair the same serial anew, the merchant has to unlink it first:',
    keep: 'Keep it',
    forgetNow: 'Delete the key',
    requests: 'What it sends',
    requestsLead: 'The same API and the same signature as a real device.',
    noRequests: 'Nothing yet.',
    recipe: 'How it signs',
    how: 'How to get a code',
    howLead: 'With the merchant’s token:',
  },

  live: {
    order: 'Order',
    client: 'Client',
    card: 'Card',
    authorization: 'Authorization',
    trace: 'Trace',
    batch: 'Batch',
    count: 'Payments',
    total: 'Total',
    time: 'Time',
    debit: 'Debit',
    credit: 'Credit',
    collect: 'Collect',
    void: 'Void',
    approved: 'Payment approved',
    voided: 'Payment voided',
    closed: 'Batch closed',
    declined: 'Declined: {amount}. Nothing was sent; for the merchant it is still pending.',
    postponed: 'The void of {amount} is waiting.',
    gone: 'That payment is no longer pending ({status}).',
    notTaken: 'The simulator did not take it: {detail}',
    noAnswer: 'The simulator does not answer. Try again.',
    codeRefused: 'Not paired: {detail}',
    serialMissing: 'Type the serial of the terminal.',
    codeWrong: 'The code has 6 digits.',
    amountWrong: 'Type an amount above zero, with two decimals at most.',
    batchTaken: 'Batch {batch} was closed before. The next number is {next}.',
    paired: 'Terminal paired.',
    forgotten: 'The key was deleted from this browser.',
    unanswered: 'no answer',
  },
};

/** Every text of the virtual terminal in one language. */
export const textsOf = bilingual(spanish, english);

export type ScriptTexts = ReturnType<typeof scriptTextsOf>;

/** What the script writes; some of it the page shows from the start. */
export function scriptTextsOf({ live, light, idle }: Texts) {
  return { ...live, light, idleLead: idle.lead, idleLostLead: idle.lostLead };
}
