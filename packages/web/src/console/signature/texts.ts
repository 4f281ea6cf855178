import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: '¿Por qué mi firma es otra?',
  lead: 'Pega lo que tu programa calculó para este webhook: la página busca qué error da exactamente ese valor.',
  back: 'Volver a la sesión',
  computed: 'Lo que calculó tu programa',
  computedHint: 'Tal como sale, en hexadecimal, base64 o como sea.',
  signed: 'Lo que firmó (opcional)',
  signedHint: 'Si puedes, escribe en el registro el texto exacto que pasas al HMAC y pégalo aquí.',
  compare: 'Comparar',
  empty: 'Pega el valor que calculó tu programa.',
  same: 'Es la misma firma que se envió: tu cálculo está bien. Mira cómo la comparas, y con qué cabecera.',
  one: 'Este error da exactamente tu valor',
  two: 'Estos dos errores juntos dan exactamente tu valor',
  unknown: 'Ningún error conocido da este valor.',
  unknownHint:
    'Casi siempre es otro secreto o un cuerpo que cambió. Pega también el texto que firmas: con él se ve cuál de los dos.',
  differs: 'Primer carácter distinto',
  expected: 'Se firma',
  yours: 'Tú firmas',
  webhook: 'Este webhook',
  event: 'Evento',
  sent: 'svc-signature enviada',
  text: 'Texto firmado',
  formerSecret: 'el webhook_secret anterior',
  idempotencyKey: 'la idempotency-key',
  gone: 'Los bytes de esta entrega ya se borraron (se guardan 14 días): no hay con qué comparar.',
};

const english: typeof spanish = {
  title: 'Why is my signature different?',
  lead: 'Paste what your program computed for this webhook: the page looks for the mistake that gives exactly that value.',
  back: 'Back to the session',
  computed: 'What your program computed',
  computedHint: 'As it comes, in hexadecimal, base64 or otherwise.',
  signed: 'What it signed (optional)',
  signedHint: 'If you can, log the exact text that you pass to the HMAC, and paste it here.',
  compare: 'Compare',
  empty: 'Paste the value that your program computed.',
  same: 'It is the signature that was sent: your computation is right. Look at how you compare it, and with which header.',
  one: 'This mistake gives exactly your value',
  two: 'These two mistakes together give exactly your value',
  unknown: 'No known mistake gives this value.',
  unknownHint:
    'Nearly always it is another secret, or a body that was changed. Paste the text that you sign too: it shows which of the two.',
  differs: 'First character that differs',
  expected: 'Is signed',
  yours: 'You sign',
  webhook: 'This webhook',
  event: 'Event',
  sent: 'svc-signature as sent',
  text: 'Signed text',
  formerSecret: 'the former webhook_secret',
  idempotencyKey: 'the idempotency-key',
  gone: 'The bytes of this delivery are gone (they are kept for 14 days): there is nothing to compare with.',
};

export const signatureTexts = bilingual(spanish, english);
