import type { SearchedKind } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';

const kinds: Readonly<Record<SearchedKind, string>> = {
  session: 'Sesiones',
  delivery: 'Entregas',
  transaction: 'Transacciones',
  agreement: 'Acuerdos',
  partner: 'Socios',
  terminal: 'Terminales',
  call: 'Llamadas rechazadas',
  event: 'Eventos de la traza',
};

const spanish = {
  title: 'Buscar',
  lead: 'Identificador, id, monto, pagador, URL, evento, estado o texto de un error, entero o en parte. Cada palabra tiene que estar.',
  label: 'Buscar en la cuenta',
  kind: 'Clase',
  all: 'Todo',
  kinds,
  from: 'Desde',
  until: 'Hasta',
  found: (found: number, shown: number) =>
    found > shown ? `${found}; estas son las primeras ${shown}` : `${found}`,
  only: 'Ver más de esta clase',
  older: 'Buscar en las más viejas',
  limited: 'Las más viejas no se miraron: limita la búsqueda por clase o por fecha, o sigue con ellas.',
  noneTitle: 'Nada tiene todas estas palabras',
  noneText: 'Prueba con menos palabras, o con una parte de ellas.',
  emptyTitle: '¿Qué buscas?',
  emptyText:
    'Por ejemplo un identificador, los primeros caracteres de un id, 25,50, una cédula, una URL o gave_up.',
};

const english: typeof spanish = {
  title: 'Find',
  lead: 'Identifier, id, amount, payer, URL, event, status or the text of an error, whole or in part. Each word has to be there.',
  label: 'Find in the account',
  kind: 'Kind',
  all: 'All',
  kinds: {
    session: 'Sessions',
    delivery: 'Deliveries',
    transaction: 'Transactions',
    agreement: 'Agreements',
    partner: 'Partners',
    terminal: 'Terminals',
    call: 'Refused calls',
    event: 'Events of the trace',
  },
  from: 'From',
  until: 'Until',
  found: (found, shown) => (found > shown ? `${found}; these are the first ${shown}` : `${found}`),
  only: 'See more of this kind',
  older: 'Look at older ones',
  limited: 'Older ones were not looked at: narrow it by kind or by date, or go on with them.',
  noneTitle: 'Nothing has all of these words',
  noneText: 'Try fewer words, or a part of them.',
  emptyTitle: 'What are you looking for?',
  emptyText: 'For example an identifier, the first characters of an id, 25.50, a cédula, a URL or gave_up.',
};

export function searchTexts(lang: Language): typeof spanish {
  return lang === 'en' ? english : spanish;
}
