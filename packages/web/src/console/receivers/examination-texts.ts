import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Examinar un receptor',
  lead: 'Lo que puede pasar en producción, enviado ahora a tu receptor. Que sea uno de prueba: lo que recibe parece pagos reales.',
  url: 'Dirección del receptor',
  scenario: 'Qué enviar',
  submit: 'Enviar y juzgar',
  wait: 'Tarda unos segundos, hasta 15; más, si el receptor no responde.',
  back: 'Receptores',
  report: 'Informe',
  again: 'Otra vez',
  healthy: (passed: number, skipped: number) =>
    skipped === 0
      ? `Las ${passed} pruebas salieron bien.`
      : `${passed} pruebas salieron bien, ${skipped} no se juzgó.`,
  ill: (failed: number, count: number) =>
    failed === 1 ? `Falla 1 de ${count} pruebas.` : `Fallan ${failed} de ${count} pruebas.`,
  outcomes: { passed: 'bien', failed: 'falla', skipped: 'omitida' },
  sent: 'Lo enviado, y lo respondido',
  noAnswer: 'sin respuesta',
  should: 'Qué hacer',
  secret: 'Si la firma no coincide, compara el webhook_secret de tu receptor con el de la cuenta.',
  keys: 'Claves',
  faults: {
    url: 'Escribe una dirección completa, que empiece por http:// o https://, con el usuario y la contraseña donde hay ***.',
    busy: 'Ya se examina un receptor de esta cuenta. Espera a que termine.',
    chaos: 'El caos está activo, así que los webhooks no dirían nada del receptor. Apágalo primero.',
    clock:
      'El reloj de la cuenta no va con la hora real, y un receptor compara las horas. Vuelve a la hora real primero.',
    relay:
      'Un relay está conectado y lleva los webhooks adonde se le dijo. Ciérralo para examinar el receptor.',
    call: 'No se pudo examinar. Esto respondió el simulador:',
  },
};

const english: typeof spanish = {
  title: 'Examine a receiver',
  lead: 'What may happen in production, sent to your receiver now. Let it be one for tests: what it is sent looks like real payments.',
  url: 'Address of the receiver',
  scenario: 'What to send',
  submit: 'Send and judge',
  wait: 'It takes some seconds, up to 15; more, where the receiver does not answer.',
  back: 'Receivers',
  report: 'Report',
  again: 'Again',
  healthy: (passed, skipped) =>
    skipped === 0 ? `All ${passed} checks passed.` : `${passed} checks passed, ${skipped} was not judged.`,
  ill: (failed, count) => `${failed} of ${count} checks failed.`,
  outcomes: { passed: 'passed', failed: 'failed', skipped: 'skipped' },
  sent: 'What was sent, and answered',
  noAnswer: 'no answer',
  should: 'What to do',
  secret: 'Where a signature does not match, compare your receiver’s webhook_secret with the account’s.',
  keys: 'Keys',
  faults: {
    url: 'Write a whole address that begins with http:// or https://, with user and password where *** stands.',
    busy: 'A receiver of this account is being examined. Wait until that ends.',
    chaos: 'Chaos is on, so the webhooks would say nothing about the receiver. Put it off first.',
    clock:
      'The clock of the account is not at real time, and a receiver compares times. Go back to real time first.',
    relay:
      'A relay is connected, and takes the webhooks where it was told to. Close it to examine the receiver.',
    call: 'It could not be examined. This is what the simulator answered:',
  },
};

export const examinationTexts = bilingual(spanish, english);
