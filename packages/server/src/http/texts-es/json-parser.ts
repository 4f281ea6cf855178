import type { Phrases } from '../phrasebook.ts';

/** Why V8 can't parse a JSON text (Node 20 and later). */
export const jsonParser: Phrases = {
  '{} in JSON at position {} (line {} column {})': '{t}, en la posición {} del JSON (línea {}, columna {})',
  '{} in JSON at position {}': '{t}, en la posición {} del JSON',
  '{} after JSON at position {} (line {} column {})':
    '{t} después del JSON, en la posición {} (línea {}, columna {})',
  '{} after JSON at position {}': '{t} después del JSON, en la posición {}',
  'Unexpected token {}': 'símbolo inesperado {}',
  'Unexpected end of JSON input': 'el JSON termina antes de tiempo',
  'Unexpected non-whitespace character': 'carácter inesperado',
  'Unterminated string': 'texto sin cerrar',
  'Bad control character in string literal': 'carácter de control dentro de un texto',
  'Bad escaped character': 'escape no válido',
  'Bad Unicode escape': 'escape Unicode no válido',
  'Unexpected number': 'número inesperado',
  'Unexpected string': 'texto inesperado',
  'No number after minus sign': 'falta el número después del signo menos',
  'Unterminated fractional number': 'número decimal sin terminar',
  'Exponent part is missing a number': 'al exponente le falta el número',
  "Expected ',' or '}' after property value": "falta ',' o '}' después del valor de una propiedad",
  "Expected ',' or ']' after array element": "falta ',' o ']' después de un elemento de la lista",
  "Expected ':' after property name": "falta ':' después del nombre de una propiedad",
  "Expected property name or '}'": "falta el nombre de una propiedad o '}'",
  'Expected double-quoted property name': 'falta el nombre de una propiedad entre comillas dobles',
};
