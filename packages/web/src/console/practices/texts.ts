import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Prácticas',
  lead: 'Lo que sabe hacer una buena integración. Hazlo y se marca sola: el simulador lo ve en tu traza.',
  tally: (completed: number, total: number) => `${completed} de ${total} prácticas`,
  next: 'La siguiente',
  done: 'Hecha',
  notDone: 'Pendiente',
  how: 'Cómo se hace',
  doIt: 'Hacerlo aquí',
  goThere: 'Ir a hacerlo',
  proof: (id: number) => `Ver el evento ${id}, que lo demuestra`,
  session: 'Sesión',
  fromFile: 'De una instantánea: no cuenta para una clase ni para el certificado hasta que la hagas aquí.',
  allDone: 'Hiciste todas las prácticas',
  allDoneText: 'Tu certificado está listo. Imprímelo o guárdalo como PDF.',
  showCertificate: 'Ver el certificado',
};

const english: typeof spanish = {
  title: 'Practices',
  lead: 'What a good integration knows how to do. Do it and it ticks itself off: the simulator sees it in your trace.',
  tally: (completed, total) => `${completed} of ${total} practices`,
  next: 'The next one',
  done: 'Done',
  notDone: 'To do',
  how: 'How to do it',
  doIt: 'Do it here',
  goThere: 'Go and do it',
  proof: (id) => `Show event ${id}, which proves it`,
  session: 'Session',
  fromFile: 'From a snapshot: it counts for no class and no certificate until you do it here.',
  allDone: 'You have done all the practices',
  allDoneText: 'Your certificate is ready. Print it, or save it as a PDF.',
  showCertificate: 'Show the certificate',
};

export const practiceTexts = bilingual(spanish, english);

const spanishCertificate = {
  title: 'Certificado',
  print: 'Imprimir',
  back: 'Volver a las prácticas',
  hint: 'Cabe en una hoja A4 vertical. Para guardarlo, elige «Guardar como PDF» al imprimir.',
  heading: 'Certificado',
  subheading: 'de prácticas de integración',
  awardedTo: 'Se otorga a',
  for: (total: number) =>
    `por completar las ${total} prácticas de integración de pagos, cada una demostrada por un evento de su traza:`,
  date: 'Fecha',
  signature: 'Firma',
  trainer: 'Firma de quien dirige la clase',
  inClass: 'Clase',
  check: 'Se comprueba en',
  name: {
    label: 'Nombre completo en el certificado',
    hint: 'Con él, el certificado recibe un código que cualquiera puede comprobar. Si lo cambias, recibe otro y el anterior deja de valer.',
    fault: 'Escribe un nombre de hasta 120 caracteres.',
    submit: 'Poner este nombre',
  },
  small: 'Emitido por el simulador de pagos. Acredita prácticas de prueba; no se movió dinero real.',
  missingTitle: 'Todavía no hay certificado',
  missing: (left: number) =>
    left === 1
      ? 'Te falta una práctica. En cuanto la hagas, aquí estará tu certificado.'
      : `Te faltan ${left} prácticas. En cuanto las hagas, aquí estará tu certificado.`,
  fromFile: 'solo lo dice una instantánea',
};

const englishCertificate: typeof spanishCertificate = {
  title: 'Certificate',
  print: 'Print',
  back: 'Back to the practices',
  hint: 'It fits on one A4 sheet, upright. To keep it, choose “Save as PDF” when you print.',
  heading: 'Certificate',
  subheading: 'of integration practice',
  awardedTo: 'Awarded to',
  for: (total) =>
    `for completing all ${total} practices of payment integration, each of them proven by an event of the trace:`,
  date: 'Date',
  signature: 'Signature',
  trainer: 'Signature of the trainer',
  inClass: 'Class',
  check: 'To be checked at',
  name: {
    label: 'Full name on the certificate',
    hint: 'With it the certificate gets a code that anybody can check. When you change it, there is another code, and the former is no longer good.',
    fault: 'Write a name of at most 120 characters.',
    submit: 'Put this name',
  },
  small: 'Issued by the payment simulator. It certifies test practices; no real money was moved.',
  missingTitle: 'There is no certificate yet',
  missing: (left) =>
    left === 1
      ? 'One practice is missing. As soon as it is done, your certificate will be here.'
      : `${left} practices are missing. As soon as they are done, your certificate will be here.`,
  fromFile: 'only a snapshot says so',
};

export const certificateTexts = bilingual(spanishCertificate, englishCertificate);

const spanishVerify = {
  title: 'Comprobar un certificado',
  genuine: 'Este certificado es auténtico',
  name: 'Otorgado a',
  practices: 'Prácticas de integración completadas',
  inClass: 'Clase',
  date: 'Fecha',
  small: 'Emitido por este simulador de pagos. Acredita prácticas de prueba.',
  unknown: 'Ningún certificado tiene este código',
  unknownText:
    'Revisa el código. Si su dueño cambió el nombre o eliminó su cuenta, el certificado anterior ya no vale.',
  tooOften: 'Demasiadas comprobaciones',
  later: 'Espera unos minutos y vuelve a intentarlo.',
};

const englishVerify: typeof spanishVerify = {
  title: 'Check a certificate',
  genuine: 'This certificate is genuine',
  name: 'Awarded to',
  practices: 'Practices of integration completed',
  inClass: 'Class',
  date: 'Date',
  small: 'Issued by this payment simulator. It certifies test practices.',
  unknown: 'No certificate has this code',
  unknownText:
    'Check the code. If its owner has changed the name or deleted the account, the former certificate is no longer good.',
  tooOften: 'Too many checks',
  later: 'Wait a few minutes and try again.',
};

export const verifyTexts = bilingual(spanishVerify, englishVerify);
