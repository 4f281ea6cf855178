import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  tooOften: (seconds: number) =>
    `Hubo demasiados intentos desde tu red o con este nombre. Espera ${seconds} s y vuelve a intentarlo.`,
  logIn: {
    title: 'Entrar a la consola',
    lead: 'Mira qué hizo tu integración y por qué se rechazó un webhook.',
    shortName: 'Nombre corto',
    password: 'Contraseña',
    submit: 'Entrar',
    refused: 'El nombre o la contraseña no son correctos.',
    oneTime: 'Esa contraseña es de un solo uso. Escríbela otra vez, y la que quieras tener desde ahora.',
    newPassword: 'Contraseña nueva',
    passwordForm: 'La contraseña nueva debe tener entre 8 y 200 caracteres.',
    notOneTime: 'Ya tienes una contraseña propia: entra con ella y cámbiala en Ajustes.',
    noAccount: '¿No tienes cuenta?',
    register: 'Crea una',
    demo: 'La cuenta «demo» y su contraseña aparecen en la terminal donde corre «sim start».',
  },
  link: {
    lead: (name: string) =>
      `Este enlace entra una sola vez, con la cuenta «${name}». Sigue solo si lo pediste tú.`,
    submit: (name: string) => `Entrar con «${name}»`,
    over: 'Este enlace ya no sirve',
    another: 'Un enlace entra una sola vez, en los 2 minutos siguientes. «sim open» da otro.',
  },
  register: {
    title: 'Crear una cuenta',
    lead: 'Cada cuenta tiene sus propias claves, sesiones y traza; nadie más las ve.',
    shortName: 'Nombre corto',
    shortNameHint: 'De 3 a 64 letras, cifras, o . _ @ -',
    password: 'Contraseña',
    passwordHint: 'De 8 a 200 caracteres',
    classCode: 'Código de clase (opcional)',
    classCodeHint: 'Te lo da quien dirige la clase, que verá tu nombre y tu avance',
    submit: 'Crear la cuenta',
    hasAccount: '¿Ya tienes una?',
    logIn: 'Entra',
    taken: 'Este nombre ya está en uso. Elige otro.',
    faults: {
      short_name: 'Escribe de 3 a 64 letras, cifras, o . _ @ -',
      password: 'Escribe de 8 a 200 caracteres.',
      class_code: 'No hay ninguna clase con este código.',
    },
  },
  welcome: {
    title: 'Tu cuenta está lista',
    once: 'Copia ahora el token: no se vuelve a mostrar. Puedes crear otro en Claves.',
    apiToken: 'Token de la API',
    webhookSecret: 'Secreto de los webhooks',
    try: 'Pruébalo en una terminal',
    go: 'Ir a la consola',
  },
};

const english: typeof spanish = {
  tooOften: (seconds: number) =>
    `There were too many attempts from your network or with this name. Wait ${seconds} s and try again.`,
  logIn: {
    title: 'Log in to the console',
    lead: 'See what your integration did, and why a webhook was refused.',
    shortName: 'Short name',
    password: 'Password',
    submit: 'Log in',
    refused: 'The name or the password is wrong.',
    oneTime: 'That password is for one time only. Type it again, and the one that you want from now on.',
    newPassword: 'New password',
    passwordForm: 'The new password must have 8 to 200 characters.',
    notOneTime: 'You have a password of your own already: log in with it, and change it in Settings.',
    noAccount: 'No account yet?',
    register: 'Make one',
    demo: 'The account “demo” and its password are shown in the terminal where “sim start” runs.',
  },
  link: {
    lead: (name: string) =>
      `This link logs in once, to the account “${name}”. Go on only if you asked for it.`,
    submit: (name: string) => `Log in to “${name}”`,
    over: 'This link is not good any more',
    another: 'A link logs in once, within 2 minutes. “sim open” gives another one.',
  },
  register: {
    title: 'Make an account',
    lead: 'Each account has keys, sessions and a trace of its own; nobody else sees them.',
    shortName: 'Short name',
    shortNameHint: '3 to 64 letters, digits, or . _ @ -',
    password: 'Password',
    passwordHint: '8 to 200 characters',
    classCode: 'Class code (optional)',
    classCodeHint: 'From whoever runs the class, who will see your name and your progress',
    submit: 'Make the account',
    hasAccount: 'You have one already?',
    logIn: 'Log in',
    taken: 'This name is taken. Choose another one.',
    faults: {
      short_name: 'Write 3 to 64 letters, digits, or . _ @ -',
      password: 'Write 8 to 200 characters.',
      class_code: 'There is no class with this code.',
    },
  },
  welcome: {
    title: 'Your account is ready',
    once: 'Copy the token now: it is not shown again. You can make another one under Keys.',
    apiToken: 'API token',
    webhookSecret: 'Webhook secret',
    try: 'Try it in a terminal',
    go: 'Go to the console',
  },
};

export const accessTexts = bilingual(spanish, english);
