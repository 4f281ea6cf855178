import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Buscar',
  lead: 'En las sesiones, sus entregas y las llamadas a la API: un identificador, un id o su comienzo, un monto, lo que escribió el pagador, una URL.',
  label: 'Buscar en la cuenta',
  more: 'Ver todas',
  older: 'Buscar en las más viejas',
  noneTitle: 'Nada es así',
  noneText: 'Prueba con una parte del texto.',
  emptyTitle: '¿Qué buscas?',
  emptyText: 'Por ejemplo un identificador, los primeros caracteres de un id, 25,50, una cédula o una URL.',
};

const english: typeof spanish = {
  title: 'Find',
  lead: 'In sessions, their deliveries and the calls of the API: an identifier, an id or its beginning, an amount, what the payer typed, a URL.',
  label: 'Find in the account',
  more: 'See all',
  older: 'Look at older ones',
  noneTitle: 'Nothing is like that',
  noneText: 'Try a part of the text.',
  emptyTitle: 'What are you looking for?',
  emptyText: 'For example an identifier, the first characters of an id, 25.50, a cédula or a URL.',
};

export const searchTexts = bilingual(spanish, english);
