import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Claves',
  lead: 'Lo que abre tu cuenta y lo que firma tus webhooks. Son de prueba, pero trátalas como si no lo fueran.',
  once: 'Cópialo ahora: no se vuelve a mostrar.',
  apiToken: {
    title: 'Token de la API',
    opens: 'Abre /api/v1/ext y /control. Va en cada petición de tu servidor:',
    header: 'Authorization: Bearer TU_TOKEN',
    headerName: 'Cabecera',
    first: 'El primero',
    kept: 'El simulador guarda solo su huella, así que no puede volver a mostrarlo. Puedes tener varios: los anteriores siguen valiendo.',
    make: 'Crear otro token',
    revoked: 'revocado el',
  },
  tokens: {
    title: 'Tokens que abren tu cuenta',
    lead: 'El último que se usó va primero. Un token revocado deja de abrir al momento, y el relay que lo use se cierra.',
    api: 'API',
    refresh: 'renovación',
    made: 'creado el',
    used: 'usado el',
    revoke: 'Revocar',
    none: 'No queda ninguno. Crea otro arriba, o inicia sesión por la API.',
  },
  webhookSecret: {
    title: 'Secreto de los webhooks',
    signs: 'Firma cada webhook que recibes. Guárdalo en tu servidor, nunca en una página.',
    hidden: 'Oculto',
    show: 'Mostrar',
    hide: 'Ocultar',
    former: 'El anterior firma también, en svc-signature-previous, hasta:',
    replacing:
      'Al reemplazarlo, svc-signature va con el nuevo desde ese momento. Con 24 horas de gracia, el anterior firma además svc-signature-previous, para que cambies tu receptor sin perder nada.',
    replaceWithGrace: 'Reemplazar con 24 horas de gracia',
    replace: 'Reemplazar ya',
  },
  consoleToken: {
    title: 'Token de la consola',
    opens: 'Abre /console a tus programas: la traza, los ajustes y las claves en JSON.',
    warning: 'Solo hay uno. Si creas otro, el anterior deja de valer y lo que lo use dejará de funcionar.',
    replaced: 'El anterior ya no vale.',
    make: 'Reemplazar el token',
  },
  signature: {
    title: 'Comprobar una firma',
    steps: [
      'Guarda el cuerpo tal como llega, en bytes, antes de interpretarlo.',
      'Calcula el HMAC-SHA256 con tu secreto y compáralo con svc-signature en tiempo constante.',
      'Rechaza con 401 lo que no coincida y lo que tenga más de 5 minutos según svc-timestamp.',
      'Si ya viste su idempotency-key, responde 200 sin repetir nada.',
    ],
    variant: {
      timestamp: 'Se firma svc-timestamp, un punto y el cuerpo.',
      body: 'Se firma solo el cuerpo.',
      sha256: 'Se firma solo el cuerpo, y la firma lleva sha256= delante.',
    },
    settings: 'Cambiarlo en Ajustes',
    rawBody: 'rawBody: los bytes tal como llegan, antes de que algo los interprete',
    code: 'Comprobación en Node.js',
    codeIn: 'Comprobación en',
    others: (mode: string) => `En otros lenguajes, sin bibliotecas. Tu cuenta firma con mode = «${mode}».`,
    probe:
      'Para ver si tu receptor lo hace bien: abre una sesión y envíale un webhook con la firma cambiada.',
  },
  account: { title: 'Tu cuenta', shortName: 'Nombre corto' },
};

const english: typeof spanish = {
  title: 'Keys',
  lead: 'What opens your account and what signs your webhooks. They are for tests, but treat them as if they were not.',
  once: 'Copy it now: it is not shown again.',
  apiToken: {
    title: 'API token',
    opens: 'Opens /api/v1/ext and /control. It goes with each request of your server:',
    header: 'Authorization: Bearer YOUR_TOKEN',
    headerName: 'Header',
    first: 'The first one',
    kept: 'The simulator keeps its digest only, so it cannot show it again. You may have several: the older ones stay good.',
    make: 'Make another token',
    revoked: 'revoked on',
  },
  tokens: {
    title: 'Tokens that open your account',
    lead: 'The last used comes first. A revoked token opens nothing from then on, and a relay that uses it is closed.',
    api: 'API',
    refresh: 'refresh',
    made: 'made on',
    used: 'used on',
    revoke: 'Revoke',
    none: 'There is none left. Make one above, or log in by the API.',
  },
  webhookSecret: {
    title: 'Webhook secret',
    signs: 'Signs each webhook that you get. Keep it on your server, never in a page.',
    hidden: 'Hidden',
    show: 'Show',
    hide: 'Hide',
    former: 'The former one signs too, in svc-signature-previous, until:',
    replacing:
      'Once replaced, svc-signature is made with the new one from that moment. With 24 hours of grace, the former one signs svc-signature-previous as well, so that you can change your receiver without losing anything.',
    replaceWithGrace: 'Replace with 24 hours of grace',
    replace: 'Replace at once',
  },
  consoleToken: {
    title: 'Console token',
    opens: 'Opens /console to your programs: the trace, the settings and the keys as JSON.',
    warning: 'There is only one. If you make another, the former one is dead, and so is what uses it.',
    replaced: 'The former one is dead.',
    make: 'Replace the token',
  },
  signature: {
    title: 'Checking a signature',
    steps: [
      'Keep the body as it comes, in bytes, before anything parses it.',
      'Compute the HMAC-SHA256 with your secret and compare it with svc-signature in constant time.',
      'Refuse with 401 what does not match, and what is older than 5 minutes by svc-timestamp.',
      'If you have seen its idempotency-key, answer 200 and do nothing again.',
    ],
    variant: {
      timestamp: 'Signed are svc-timestamp, a dot and the body.',
      body: 'Signed is the body alone.',
      sha256: 'Signed is the body alone, with sha256= before the signature.',
    },
    settings: 'Change it in Settings',
    rawBody: 'rawBody: the bytes as they come, before anything parses them',
    code: 'Check in Node.js',
    codeIn: 'Check in',
    others: (mode) => `In other languages, without libraries. Your account signs with mode = “${mode}”.`,
    probe:
      'To see whether your receiver does it right: open a session and send it a webhook with a wrong signature.',
  },
  account: { title: 'Your account', shortName: 'Short name' },
};

export const keysTexts = bilingual(spanish, english);
