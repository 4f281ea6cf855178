import type { AccreditationOutcome, PaymentMethod } from '@svc-simulator/core';
import type { DocumentType } from './form/form-fields.ts';

/** The page's texts in Spanish, its first language. Their shape is what every other language must have. */
export const spanish = {
  errorPrefix: 'Error: ',

  summary: {
    heading: 'Total a pagar',
    payTo: 'Pago a',
    equivalent: 'Equivale a',
    rate: (currency: string, rate: string) => `Tasa: 1 ${currency} = Bs ${rate}`,
    request: 'Solicitud',
    concept: 'Concepto',
    identifier: 'Identificador',
    showAll: 'Ver texto completo',
    showLess: 'Ver menos',
    expires: 'Vence',
    expiresAt: (moment: string) => `${moment} (hora de Venezuela)`,
    clockStands: 'El reloj del simulador está detenido: no vence hasta que siga.',
    timeLeft: 'Tiempo para pagar',
    timeOver: 'El tiempo para pagar se agotó.',
  },

  notices: {
    overdueTitle: 'Esta solicitud está vencida',
    overdue: (moment: string) => `Debía pagarse antes del ${moment} y todavía puedes pagarla aquí.`,
    overdueMerchant: 'Mensaje del comercio:',
    retryTitle: 'El intento anterior no se completó',
    retry: 'Revisa los datos e inténtalo otra vez.',
    faultsTitle: (count: number) =>
      count === 1 ? 'Hay un dato por corregir' : `Hay ${count} datos por corregir`,
    faults: 'Todavía no se ha hecho ningún cobro.',
  },

  form: {
    title: (amount: string) => `Pagar ${amount}`,
    methods: '¿Cómo quieres pagar?',
    method: {
      immediate_debit: {
        name: 'Débito inmediato',
        hint: 'Se descuenta de tu cuenta bancaria',
      },
      mobile_payment: {
        name: 'Pago móvil',
        hint: 'Con el teléfono afiliado a tu banco',
      },
      crypto: { name: 'Criptomonedas', hint: 'USDT desde tu billetera' },
    } satisfies Record<PaymentMethod, { name: string; hint: string }>,
    payer: 'Datos de quien paga',
    testPayer: 'Llenar con un pagador de prueba',
    testPayerUsed: 'Los datos de un pagador de prueba están escritos, con la clave que paga.',
    documentType: 'Tipo',
    documentTypes: {
      V: 'V Venezolano',
      E: 'E Extranjero',
      J: 'J Jurídico',
      G: 'G Gobierno',
      P: 'P Pasaporte',
    } satisfies Record<DocumentType, string>,
    document: 'Cédula o RIF',
    documentHint: 'Solo números, por ejemplo 12345678',
    phone: 'Teléfono celular',
    phoneHint: 'Por ejemplo 0412 123 4567',
    bank: 'Banco',
    bankPlaceholder: 'Elige tu banco',
    name: 'Nombre',
    concept: 'Concepto',
    optional: '(opcional)',
    crypto: 'El envío de USDT se simula: no hace falta ningún dato tuyo.',
    confirm: 'Confirma el pago',
    otp: 'Clave de pago',
    otpHint: 'En modo de prueba tu banco no envía ninguna clave: usa una de las de abajo.',
    submit: (amount: string) => `Pagar ${amount}`,
    busy: 'Procesando el pago…',
  },

  lab: {
    heading: 'Opciones de prueba',
    keys: 'Claves que puedes usar',
    keysHint: 'Cualquier otra clave se rechaza como equivocada.',
    use: 'Usar la clave',
    used: (key: string) => `Clave ${key} escrita en el campo Clave de pago.`,
    meaning: {
      paid: 'Paga',
      insufficient_funds: 'Fondos insuficientes',
      invalid_otp: 'Clave equivocada',
      bank_limit: 'Límite superado',
    },
    accreditation: 'Después de pagar, la acreditación al comercio…',
    accreditationChoice: {
      accredited: 'se completa',
      accreditation_to_recipient_failed: 'falla',
    } satisfies Record<AccreditationOutcome, string>,
  },

  faults: {
    methodMissing: 'Elige cómo quieres pagar.',
    methodUnknown: 'Este comercio no acepta ese método de pago. Elige uno de la lista.',
    documentTypeMissing: 'Elige el tipo de documento.',
    documentTypeUnknown: 'Ese tipo de documento no existe. Elige V, E, J, G o P.',
    documentMissing: 'Escribe el número de cédula o RIF.',
    documentWrong: 'El número de cédula o RIF debe tener de 5 a 10 dígitos, sin letras.',
    phoneMissing: 'Escribe el teléfono celular.',
    phoneWrong: 'Ese teléfono no es un celular venezolano. Escríbelo como 0412 123 4567 o +58 412 123 4567.',
    bankMissing: 'Elige tu banco.',
    bankUnknown: 'Ese banco no está en la lista. Elige uno de la lista.',
    otpMissing: 'Escribe la clave de pago.',
    accreditationUnknown: 'Elige una de las dos formas en que puede terminar la acreditación.',
    tooLong: (limit: number) => `El texto es demasiado largo: caben ${limit} caracteres.`,
  },

  receipt: {
    heading: 'Detalle del pago',
    amount: 'Monto',
    amountVes: 'En bolívares',
    merchant: 'Comercio',
    method: 'Método',
    bank: 'Banco',
    transaction: 'Transacción',
    reference: 'Referencia bancaria',
    date: 'Fecha',
    venezuela: 'hora de Venezuela',
  },

  result: {
    paid: {
      title: 'Pago aprobado',
      detail: 'El pago se hizo. Ya puedes cerrar esta página.',
    },
    failed: { title: 'Pago rechazado', detail: 'No se hizo ningún cobro.' },
    failedRetry: 'Puedes intentarlo otra vez con otros datos o con otra clave.',
    failedFinal: 'Esta sesión de pago terminó. Pide al comercio un enlace nuevo.',
    tryAgain: 'Intentar otra vez',
  },

  closed: {
    paid: {
      title: 'Este pago ya está hecho',
      detail: 'No hace falta pagar de nuevo: no se hará otro cobro.',
    },
    failed: {
      title: 'Este pago no se completó',
      detail:
        'La sesión terminó con un pago rechazado y ya no admite otro. Pide al comercio un enlace nuevo.',
    },
    expired: {
      title: 'Esta sesión de pago venció',
      detail: 'No se hizo ningún cobro. Pide al comercio un enlace nuevo.',
    },
    closedAt: { paid: 'Pagado', failed: 'Rechazado', expired: 'Vencida' },
    backToSite: 'Volver al comercio',
    backToApp: 'Volver a la aplicación',
  },

  notFound: {
    title: 'No encontramos este pago',
    detail:
      'El enlace está incompleto o el pago ya no existe. Revisa el enlace o pide al comercio uno nuevo.',
  },

  problem: {
    title: 'No se pudo mostrar el pago',
    busy: 'El servicio no está disponible en este momento. Espera unos segundos e inténtalo otra vez.',
    request: 'La petición no se puede atender así. Vuelve a abrir el enlace de pago e inténtalo otra vez.',
    tryAgain: 'Volver a abrir el pago',
    code: 'Código',
    requestId: 'Petición',
  },
};

export type Texts = typeof spanish;
