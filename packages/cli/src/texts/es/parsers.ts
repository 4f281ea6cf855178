import type { Catalogue } from '@svc-simulator/core';

/** What the parsers of JSON and YAML say of a file. */
export const parsers: Catalogue = {
  '{0} in JSON at position {1} (line {2} column {3})': '{0} (línea {2}, columna {3})',
  '{0} in JSON at position {1}': '{0}, en la posición {1}',
  '{0} after JSON at position {1} (line {2} column {3})': '{0} después del JSON (línea {2}, columna {3})',
  '{0} after JSON at position {1}': '{0} después del JSON, en la posición {1}',
  'Unexpected token {0}, {1} is not valid JSON': 'símbolo inesperado {0} en {1}',
  'Unexpected end of JSON input': 'el JSON termina antes de tiempo',
  'Unexpected non-whitespace character': 'carácter inesperado',
  'Unterminated string': 'texto sin cerrar',
  'Bad control character in string literal': 'carácter de control dentro de un texto',
  'Bad escaped character': 'escape no válido',
  'Unexpected number': 'número inesperado',
  'Unexpected string': 'texto inesperado',
  "Expected ',' or '}' after property value": "falta ',' o '}' después del valor de una propiedad",
  "Expected ',' or ']' after array element": "falta ',' o ']' después de un elemento de la lista",
  "Expected ':' after property name": "falta ':' después del nombre de una propiedad",
  "Expected property name or '}'": "falta el nombre de una propiedad o '}'",
  'Expected double-quoted property name': 'falta el nombre de una propiedad entre comillas dobles',

  '{0} at line {1}, column {2}:': '{0} (línea {1}, columna {2})',
  'Nested mappings are not allowed in compact mappings': 'hay dos claves en la misma línea',
  'Tabs are not allowed as indentation': 'la sangría lleva espacios, no tabuladores',
  'All mapping items must start at the same column': 'las claves deben empezar en la misma columna',
  'All sequence items must start at the same column': 'los elementos deben empezar en la misma columna',
  'Map keys must be unique': 'una clave está repetida',
  'Implicit keys need to be on a single line': 'una clave debe caber en una línea',
  'Implicit map keys need to be followed by map values': 'falta ":" después de una clave',
  'Missing closing {0}quote': 'falta la comilla {0} que cierra',
  'Flow sequence in block collection must be sufficiently indented and end with a {0}':
    'falta cerrar con {0}',
  'Flow map in block collection must be sufficiently indented and end with a {0}': 'falta cerrar con {0}',
  'Unresolved alias (the anchor must be set before the alias): {0}': 'no existe el alias {0}',
};
