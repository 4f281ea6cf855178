import type { Language } from '@svc-simulator/server/http/language.ts';

/** What the plain pages say. */
const english = {
  landing: {
    title: 'The payment service, on your machine',
    serves: (version: string) =>
      `svc-simulator ${version} serves the merchant API, payment sessions, signed webhooks and the payment page.`,
    makeAccount: 'Make an account',
    toBegin: 'to begin.',
    demo: 'The terminal that started it shows the demo account’s credentials.',
    tryIt: 'Try it',
    commands: {
      'npx sim listen': 'takes webhooks on port 3000, and says whether their signatures are good',
      'npx sim trigger paid --webhook-url http://localhost:3000':
        'makes a session, pays it and sends its webhooks there',
      'npx sim session create': 'makes a payment session and shows its payment page',
      'npx sim relay --port 3000': 'brings webhooks to a program on a local port',
      'npx sim trace --follow': 'shows everything that happens, live',
    },
    lookAround: 'Look around',
    links: {
      '/console': 'The console: what your integration did, why a webhook failed, what to try next',
      '/terminal': 'A virtual card terminal, to develop a till with no device on the desk',
      '/docs': 'Documentation: by task, by symptom, with a search',
      '/docs/api': 'API reference: every operation, to read and to try out',
      '/openapi.json': 'OpenAPI 3.1 document of every operation and webhook',
      '/fidelidad': 'Differences from production, and who decided them',
      '/health': 'Liveness probe',
    },
    refused: 'Refused calls that name no account',
    refusedHint: 'The latest; the calls of each account are in its console.',
    refusedColumns: ['Call', 'Why, and what to do'],
  },
  payment: {
    outcome: {
      paid: 'The payment was made.',
      failed: 'The payment failed.',
      expired: 'The session expired unpaid.',
    },
    shops: 'A shop has a page of its own here: the session’s `success_url` or `failure_url`.',
    session: 'See the session in the console',
  },
  missing: {
    title: 'There is nothing here',
    nothingAt: 'No page has the address',
    search: 'Search the documentation',
    links: { '/': 'Start page', '/docs': 'Documentation', '/console': 'Console' },
  },
  fidelity: {
    title: 'Fidelidad: differences from production',
    heading: 'Differences from production',
    lead: 'What this simulator does that the specification does not state:',
    sources: {
      field: 'is what integrations already in the field send or read',
      decided: 'was decided here',
      spec: 'is a difference that the specification itself names',
    },
    columns: ['Where', 'What', 'Source'],
    everywhere: 'everywhere',
  },
};

const spanish: typeof english = {
  landing: {
    title: 'El servicio de pagos, en tu máquina',
    serves: (version: string) =>
      `svc-simulator ${version} sirve la API de comercios, las sesiones de pago, los webhooks firmados y la página de pago.`,
    makeAccount: 'Crea una cuenta',
    toBegin: 'para empezar.',
    demo: 'La terminal donde se inició muestra las credenciales de la cuenta de demostración.',
    tryIt: 'Pruébalo',
    commands: {
      'npx sim listen': 'recibe webhooks en el puerto 3000 y dice si su firma es buena',
      'npx sim trigger paid --webhook-url http://localhost:3000':
        'crea una sesión, la paga y envía sus webhooks ahí',
      'npx sim session create': 'crea una sesión de pago y muestra su página de pago',
      'npx sim relay --port 3000': 'lleva los webhooks a un programa en un puerto local',
      'npx sim trace --follow': 'muestra en vivo todo lo que pasa',
    },
    lookAround: 'Qué hay aquí',
    links: {
      '/console': 'La consola: qué hizo tu integración, por qué falló un webhook, qué probar ahora',
      '/terminal': 'Una terminal de tarjetas virtual, para desarrollar una caja sin un aparato en la mesa',
      '/docs': 'Documentación: por tarea, por síntoma, con un buscador',
      '/docs/api': 'Referencia de la API: todas las operaciones, para leer y para probar',
      '/openapi.json': 'Documento OpenAPI 3.1 de todas las operaciones y webhooks',
      '/fidelidad': 'Diferencias con producción, y quién las decidió',
      '/health': 'Comprobación de que está en marcha',
    },
    refused: 'Llamadas rechazadas que no nombran una cuenta',
    refusedHint: 'Las últimas; las llamadas de cada cuenta están en su consola.',
    refusedColumns: ['Llamada', 'Por qué, y qué hacer'],
  },
  payment: {
    outcome: { paid: 'El pago se hizo.', failed: 'El pago falló.', expired: 'La sesión venció sin pago.' },
    shops: 'Una tienda tiene aquí su propia página: la `success_url` o la `failure_url` de la sesión.',
    session: 'Ver la sesión en la consola',
  },
  missing: {
    title: 'Aquí no hay nada',
    nothingAt: 'Ninguna página tiene la dirección',
    search: 'Buscar en la documentación',
    links: { '/': 'Página de inicio', '/docs': 'Documentación', '/console': 'Consola' },
  },
  fidelity: {
    title: 'Fidelidad: diferencias con producción',
    heading: 'Diferencias con producción',
    lead: 'Lo que este simulador hace y la especificación no dice:',
    sources: {
      field: 'es lo que envían o leen integraciones ya en uso',
      decided: 'se decidió aquí',
      spec: 'es una diferencia que la propia especificación nombra',
    },
    columns: ['Dónde', 'Qué', 'Fuente'],
    everywhere: 'en todo',
  },
};

export const texts: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
