import type { Phrases } from '@svc-simulator/contract';

/** Why V8 can't parse a JSON text (Node 20 and later). */
export const jsonParser: Phrases = {
  '{} in JSON at position {} (line {} column {})': '{t} en el JSON, en la posición {} (línea {}, columna {})',
  '{} in JSON at position {}': '{t} en el JSON, en la posición {}',
  '{} after JSON at position {} (line {} column {})':
    '{t} después del JSON, en la posición {} (línea {}, columna {})',
  '{} after JSON at position {}': '{t} después del JSON, en la posición {}',
  'Unexpected token {} is not valid JSON': 'Símbolo inesperado {}',
  'Unexpected end of JSON input': 'El JSON termina antes de tiempo',
  'Unexpected non-whitespace character': 'Carácter inesperado',
  'Unterminated string': 'Texto sin cerrar',
  'Bad control character in string literal': 'Carácter de control dentro de un texto',
  'Bad escaped character': 'Escape no válido',
  'Bad Unicode escape': 'Escape Unicode no válido',
  'Unexpected number': 'Número inesperado',
  'Unexpected string': 'Texto inesperado',
  'No number after minus sign': 'Falta el número después del signo menos',
  'Unterminated fractional number': 'Número decimal sin terminar',
  'Exponent part is missing a number': 'Al exponente le falta el número',
  "Expected ',' or '}' after property value": "Falta ',' o '}' después del valor de una propiedad",
  "Expected ',' or ']' after array element": "Falta ',' o ']' después de un elemento de la lista",
  "Expected ':' after property name": "Falta ':' después del nombre de una propiedad",
  "Expected property name or '}'": "Falta el nombre de una propiedad o '}'",
  'Expected double-quoted property name': 'Falta el nombre de una propiedad entre comillas dobles',
};
