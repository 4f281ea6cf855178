import type { Language } from '@svc-simulator/server/http/language.ts';

type Link = readonly [path: string, name: string, text: string];

const links: readonly Link[] = [
  ['/terminal', 'Terminal virtual', 'Cobra en el navegador, sin aparato'],
  ['/console/receivers', 'Receptores', 'Direcciones listas para recibir webhooks'],
  ['/docs', 'Documentación', 'Por tarea, por síntoma, con un buscador'],
  ['/docs/api', 'Referencia de la API', 'Cada operación, para leer y probar'],
  ['/openapi.json', 'OpenAPI', 'Lo mismo, como datos'],
  ['/fidelidad', 'Fidelidad', 'En qué se distingue de producción'],
];

const spanish = {
  title: 'Resumen',
  sessions: 'Últimas sesiones',
  allSessions: 'Todas',
  events: 'Últimos eventos',
  allEvents: 'Toda la traza',
  practices: 'Prácticas',
  allPractices: 'Todas',
  done: (completed: number, total: number) => `${completed} de ${total} hechas`,
  next: 'La siguiente',
  allDone: 'Hiciste todas.',
  certificate: 'Ver el certificado',
  refusedCalls: (count: number) =>
    count === 1 ? '1 llamada rechazada en la última hora' : `${count} llamadas rechazadas en la última hora`,
  trouble: {
    title: 'Webhooks sin entregar',
    why: '¿Por qué?',
    all: (givenUp: number) => (givenUp > 0 ? `Todas las abandonadas (${givenUp})` : 'Todas las entregas'),
    stopped: 'El reloj de la cuenta está detenido: la acreditación no llega hasta que siga.',
  },
  first: {
    title: 'Primeros pasos',
    lead: 'De una cuenta vacía al primer pago. Pega esto en una terminal, dentro de la carpeta del simulador.',
    token: 'Di quién eres',
    tokenText: 'Pon tu token de la API donde están los puntos.',
    keys: '¿No lo tienes? Crea otro en Claves.',
    agreement: 'Crea un acuerdo',
    session: 'Crea una sesión de pago',
    pay: 'Págala',
    payText:
      'Abre la dirección que imprime, elige un método y paga con la clave 000000. Aquí verás todo lo que pasa.',
  },
  places: 'Más del simulador',
  links,
};

const english: typeof spanish = {
  title: 'Overview',
  sessions: 'Latest sessions',
  allSessions: 'All',
  events: 'Latest events',
  allEvents: 'The whole trace',
  practices: 'Practices',
  allPractices: 'All',
  done: (completed, total) => `${completed} of ${total} done`,
  next: 'The next one',
  allDone: 'You have done them all.',
  certificate: 'See the certificate',
  refusedCalls: (count) => `${count} ${count === 1 ? 'call' : 'calls'} refused in the last hour`,
  trouble: {
    title: 'Webhooks not delivered',
    why: 'Why?',
    all: (givenUp) => (givenUp > 0 ? `All that were given up (${givenUp})` : 'All deliveries'),
    stopped: 'The account’s clock stands still: the accreditation does not come until that goes on.',
  },
  first: {
    title: 'First steps',
    lead: 'From an empty account to the first payment. Paste this into a terminal, in the simulator’s folder.',
    token: 'Say who you are',
    tokenText: 'Put your API token where the dots are.',
    keys: 'You have none? Make another one under Keys.',
    agreement: 'Create an agreement',
    session: 'Create a payment session',
    pay: 'Pay it',
    payText:
      'Open the address that it prints, choose a method and pay with the key 000000. You will see here all that happens.',
  },
  places: 'More of the simulator',
  links: [
    ['/terminal', 'Virtual terminal', 'Takes payments in the browser, with no device'],
    ['/console/receivers', 'Receivers', 'Addresses that are ready to take webhooks'],
    ['/docs', 'Documentation', 'By task, by symptom, with a search'],
    ['/docs/api', 'API reference', 'Every operation, to read and to try out'],
    ['/openapi.json', 'OpenAPI', 'The same, as data'],
    ['/fidelidad', 'Fidelity', 'How it differs from production'],
  ],
};

export function overviewTexts(lang: Language): typeof spanish {
  return lang === 'en' ? english : spanish;
}
