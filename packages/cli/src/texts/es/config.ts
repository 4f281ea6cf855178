import type { Catalogue } from '@svc-simulator/core';

/** Of the project's file of settings. */
export const config: Catalogue = {
  'show the settings of sim start, and where each comes from':
    'muestra los ajustes de sim start, y de dónde sale cada uno',
  'print the JSON Schema of the file instead': 'muestra en cambio el esquema JSON del archivo',
  'print {"file","settings"}': 'muestra {"file","settings"}',
  '\nsim start takes each setting from a flag, else the environment, else sim.config.json or "svc-simulator" in package.json, else the default.':
    '\nsim start toma cada ajuste de una opción, o si no del entorno, o si no de sim.config.json o "svc-simulator" en package.json, o si no el valor por defecto.',
  default: 'por defecto',
  '{0} has faults': '{0} tiene errores',
  'There is no such setting; there are {0}.': 'No existe ese ajuste; existen {0}.',
  'It must be true or false.': 'Debe ser true o false.',
  'It must be an object.': 'Debe ser un objeto.',
  'It must be a text.': 'Debe ser un texto.',
};
