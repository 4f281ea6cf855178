import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Tu cuenta',
  back: 'Ajustes',
  password: 'Cambiar la contraseña',
  passwordLead:
    'Termina todo lo demás que abre la cuenta: los otros navegadores, los tokens, los relays y las conexiones en vivo. Los programas necesitan después un token nuevo, de Claves.',
  keepOthers: 'Dejar que los demás navegadores y tokens sigan',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  nextHint: 'De 8 a 200 caracteres.',
  save: 'Cambiar la contraseña',
  room: 'Cuánto cabe',
  roomLead:
    'Lo que pasa de aquí se rechaza con 429. «sim reset» hace sitio, y lo que no cambia en 14 días se va solo.',
  sessions: 'Sesiones guardadas',
  stored: 'Datos y traza',
  streams: 'Trazas en vivo abiertas',
  public: 'A tus receptores y páginas de pago',
  of: (used: string, most: string) => `${used} de ${most}`,
  publicPace: (perMinute: number, mib: number) => `${perMinute} peticiones por minuto, ${mib} MiB al día`,
  remove: 'Eliminar la cuenta',
  removeLead:
    'Se borra todo: acuerdos, sesiones, traza, terminales, tokens y las clases que llevas. No se puede deshacer; tu nombre queda libre.',
  understood: 'Entiendo que se borra todo',
  removeButton: 'Eliminar la cuenta para siempre',
  faults: { wrong: 'No es la contraseña de esta cuenta.', form: 'Debe tener entre 8 y 200 caracteres.' },
  told: 'El simulador imprime las credenciales de esta cuenta al arrancar, así que la conserva. «sim reset» la vacía.',
  tooOften: 'Demasiados intentos. Espera un poco y prueba otra vez.',
};

const english: typeof spanish = {
  title: 'Your account',
  back: 'Settings',
  password: 'Change the password',
  passwordLead:
    'Everything else that opens the account ends: other browsers, tokens, relays and live streams. Programs then need a new token, from Keys.',
  keepOthers: 'Let other browsers and tokens go on',
  current: 'Current password',
  next: 'New password',
  nextHint: '8 to 200 characters.',
  save: 'Change the password',
  room: 'What there is room for',
  roomLead:
    'What is beyond this is refused with 429. “sim reset” makes room, and what has not changed for 14 days goes.',
  sessions: 'Sessions stored',
  stored: 'Records and trace',
  streams: 'Live traces open',
  public: 'To your receivers and payment pages',
  of: (used: string, most: string) => `${used} of ${most}`,
  publicPace: (perMinute: number, mib: number) => `${perMinute} requests a minute, ${mib} MiB a day`,
  remove: 'Delete the account',
  removeLead:
    'Everything goes: agreements, sessions, trace, terminals, tokens and the classes that you run. It cannot be undone; your name is free again.',
  understood: 'I understand that everything is deleted',
  removeButton: 'Delete the account for ever',
  faults: { wrong: 'This is not the password of this account.', form: 'It must have 8 to 200 characters.' },
  told: 'The simulator prints the credentials of this account when it starts, so it keeps it. “sim reset” empties it.',
  tooOften: 'Too many attempts. Wait a little and try again.',
};

export const accountTexts = bilingual(spanish, english);
