import type { Phrases } from '../phrasebook.ts';

/** Why a forced outcome was not admitted; the trace keeps the English sentence. */
export const forcedOutcomes: Phrases = {
  'leg 1 invalid from state {}': 'la etapa 1 no se puede forzar desde el estado {}',
  'leg 2 requires status paid': 'la etapa 2 solo se puede forzar en el estado paid',
  'leg 2 invalid from accreditation {}': 'la etapa 2 no se puede forzar con la acreditación en {}',
};
