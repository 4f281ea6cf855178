import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Traza',
  lead: 'Todo lo que pasó en tu cuenta, lo último primero. Abre un evento para ver sus datos.',
  event: 'Evento',
  type: 'Tipo',
  allTypes: 'Todos',
  session: 'Sesión',
  filter: 'Filtrar',
  clear: 'Quitar filtros',
  itsSession: 'Ver su sesión',
  onlySession: 'Solo esta sesión',
  onlyType: 'Solo este tipo',
  whole: 'Ver el evento entero',
  older: '← Anterior',
  newer: 'Siguiente →',
  at: 'Cuándo',
  emptyTitle: 'Todavía no pasó nada',
  emptyText: 'Crea una sesión y mira cómo aparece aquí:',
  noneTitle: 'Nada con estos filtros',
  noneText: 'La traza se guarda 14 días, o hasta que reinicies la cuenta.',
};

const english: typeof spanish = {
  title: 'Trace',
  lead: 'Everything that happened in your account, the latest first. Open an event to see its data.',
  event: 'Event',
  type: 'Type',
  allTypes: 'All',
  session: 'Session',
  filter: 'Filter',
  clear: 'Clear filters',
  itsSession: 'See its session',
  onlySession: 'This session only',
  onlyType: 'This type only',
  whole: 'See the whole event',
  older: '← Previous',
  newer: 'Next →',
  at: 'When',
  emptyTitle: 'Nothing has happened yet',
  emptyText: 'Make a session and watch it arrive here:',
  noneTitle: 'Nothing with these filters',
  noneText: 'The trace is kept for 14 days, or until you reset the account.',
};

export const traceTexts = bilingual(spanish, english);
