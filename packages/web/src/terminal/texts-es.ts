/** The texts of the virtual terminal in Spanish, its first language. Their shape is what every other language must have. */
export const spanish = {
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
