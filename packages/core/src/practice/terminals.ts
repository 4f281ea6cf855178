import type { Practice } from './practice.ts';

export const terminals: readonly Practice[] = [
  {
    id: 'terminal_paired',
    group: 'terminals',
    title: { es: 'Vincular una terminal', en: 'Pair a terminal' },
    hint: {
      es: 'Pide un código de vinculación con el token del comercio y actívalo en la terminal; npx sim pos pair hace las dos cosas.',
      en: 'Ask for a pairing code with the merchant’s token, and activate it on the terminal; npx sim pos pair does both.',
    },
    types: ['pos.paired'],
  },
  {
    id: 'transaction_paid',
    group: 'terminals',
    title: { es: 'Cobrar una transacción en una terminal', en: 'Have a transaction paid on a terminal' },
    hint: {
      es: 'Crea una transacción desde tu caja y págala en la terminal: npx sim pos pay --auto paga todas las que lleguen.',
      en: 'Create a transaction from your till and pay it on the terminal: npx sim pos pay --auto pays whatever comes in.',
    },
    types: ['pos.committed'],
  },
  {
    id: 'transaction_cancelled',
    group: 'terminals',
    title: { es: 'Cancelar una transacción antes del pago', en: 'Cancel a transaction before payment' },
    hint: {
      es: 'Crea una transacción y envía su cancellation antes de que la terminal la pague.',
      en: 'Create a transaction, and send its cancellation before the terminal pays it.',
    },
    types: ['pos.cancel_requested'],
    shown: ({ status }) => status === 'CANCELED',
  },
  {
    id: 'paid_after_cancellation',
    group: 'terminals',
    title: { es: 'Ver pagada una transacción cancelada', en: 'See a cancelled transaction paid' },
    hint: {
      es: 'Cancela una transacción y págala después en la terminal: queda PAID. Consulta siempre su estado final.',
      en: 'Cancel a transaction, then pay it on the terminal: it ends PAID. Always ask for the final status.',
    },
    types: ['pos.committed'],
    shown: ({ from }) => from === 'CANCELED',
  },
  {
    id: 'transaction_voided',
    group: 'terminals',
    title: { es: 'Anular una transacción pagada', en: 'Void a paid transaction' },
    hint: {
      es: 'Envía la cancellation de una transacción pagada, que pasa a VOID_PENDING, y confirma la anulación en la terminal con npx sim pos void.',
      en: 'Send the cancellation of a paid transaction, which becomes VOID_PENDING, and confirm the void on the terminal with npx sim pos void.',
    },
    types: ['pos.voided'],
  },
  {
    id: 'batch_settled',
    group: 'terminals',
    title: { es: 'Cerrar un lote', en: 'Close a batch' },
    hint: {
      es: 'Al final del día cierra el lote de la terminal: npx sim pos settle, o su POST settlements.',
      en: 'At the end of the day close the batch of the terminal: npx sim pos settle, or its POST settlements.',
    },
    types: ['pos.settled'],
  },
];
