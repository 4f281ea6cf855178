import type { Phrases } from '../phrasebook.ts';

/** What is wrong with a field of a request, to be read after the field's name. */
export const fieldFaults: Phrases = {
  'is required': 'es obligatorio',
  'must not be empty': 'no debe estar vacío',
  'must be {}, not {}': 'debe ser {t}, no {t}',
  // Kinds of values.
  null: 'null',
  true: 'true',
  false: 'false',
  'a text': 'un texto',
  'a number': 'un número',
  'a list': 'una lista',
  'an object': 'un objeto',
  'an integer': 'un entero',
  'an integer or a text': 'un entero o un texto',
  'true or false': 'true o false',
  'the number 1 or 2': 'el número 1 o 2',
  'an integer from {} to {}': 'un entero de {} a {}',
  'a number from 0 to 1': 'un número de 0 a 1',
  'a number greater than 0': 'un número mayor que 0',
  'a number greater than 0 and at most 100': 'un número mayor que 0 y de 100 como máximo',
  'a number from 0 to {} with at most 2 decimals': 'un número de 0 a {} con 2 decimales como máximo',
  'an integer from 1 or a text of at most {} characters':
    'un entero desde 1 o un texto de {} caracteres como máximo',
  'milliseconds from 0 to {}, or {"min", "max"} of such':
    'milisegundos de 0 a {}, o {"min", "max"} con esos valores',
  'an ISO 8601 date and time such as 2030-12-31T23:59:00Z':
    'una fecha y hora ISO 8601 como 2030-12-31T23:59:00Z',
  'a text with an e-mail address': 'un texto con una dirección de correo',
  'a text with a UUID': 'un texto con un UUID',
  'a text with an origin': 'un texto con un origen',
  'a text with an absolute URL': 'un texto con una URL absoluta',
  'a text with a URL': 'un texto con una URL',
  // Lengths and bounds.
  'must have at most {} characters': 'debe tener como máximo {} caracteres',
  'must have at most 100 characters': 'debe tener como máximo 100 caracteres',
  'must have 3 to 64 characters out of a-z A-Z 0-9 . _ @ -':
    'debe tener de 3 a 64 caracteres de entre a-z A-Z 0-9 . _ @ -',
  'must have 8 to 200 characters': 'debe tener de 8 a 200 caracteres',
  'must have at most {} items': 'debe tener como máximo {} elementos',
  'must have at least {} item': 'debe tener al menos {} elemento',
  'must have at most {} outcomes in all': 'debe tener como máximo {} resultados en total',
  'must be greater than 0': 'debe ser mayor que 0',
  'must be at most {}': 'debe ser {} como máximo',
  'must have at most 2 decimals': 'debe tener 2 decimales como máximo',
  'must be an integer from {} to {}': 'debe ser un entero de {} a {}',
  'must be an integer from 0': 'debe ser un entero desde 0',
  'must be from 0 (never) to 1 (always)': 'debe estar entre 0 (nunca) y 1 (siempre)',
  'must be 1 or 2': 'debe ser 1 o 2',
  'must be a time from the year 2000 to the year 2099': 'debe ser una hora entre el año 2000 y el 2099',
  'must be in the future': 'debe estar en el futuro',
  'has *** in place of its user and password; write them, or leave them out':
    'tiene *** en lugar del usuario y la contraseña; escríbelos, o quítalos',
  // Forms.
  'must be an e-mail address such as ana@example.com':
    'debe ser una dirección de correo como ana@example.com',
  'must be a UUID such as 5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b':
    'debe ser un UUID como 5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b',
  'must be an origin such as https://shop.example, in lower case and without a path':
    'debe ser un origen como https://shop.example, en minúsculas y sin ruta',
  'must be an absolute URL such as https://example.com/done or myapp://done':
    'debe ser una URL absoluta como https://example.com/done o myapp://done',
  'must not contain control characters such as tabs or line breaks':
    'no debe contener caracteres de control como tabulaciones o saltos de línea',
  'must not use the scheme {}': 'no debe usar el esquema {}',
  'must begin with http:// or https://; did you mean http://{}?':
    'debe empezar por http:// o https://; ¿quisiste decir http://{}?',
  'must use http:// or https://, not {}': 'debe usar http:// o https://, no {}',
  'must be an amount with at most 2 decimals, or a pattern of one such as "*.02"':
    'debe ser un monto con 2 decimales como máximo, o un patrón de monto como "*.02"',
  // One of several.
  'must be one of {}': 'debe ser uno de {}',
  'must be one or more of {}': 'debe ser uno o varios de {}',
  'must be a comma-separated list out of {}': 'debe ser una lista separada por comas de entre {}',
  'must allow at least one of {}': 'debe permitir al menos uno de {}',
  'is not a filter; use status, status[eq] or status[in]':
    'no es un filtro; usa status, status[eq] o status[in]',
  'is not a cursor of this list': 'no es un cursor de esta lista',
  'is no operationId of GET /openapi.json': 'no es un operationId de GET /openapi.json',
  'the cursor {} was not given out by a list': 'el cursor {} no lo dio ninguna lista',
  'is an older form, which is not taken: send true or false, and the parts to /api/v1/ext/agreements/split-receipt':
    'es una forma antigua, que no se acepta: envía true o false, y las partes a /api/v1/ext/agreements/split-receipt',
  'is an older name, which is not taken: send {}': 'es un nombre antiguo, que no se acepta: envía {}',
  // Sessions, their split and their outcome.
  'is worth {} VES, and this account takes {} VES and more (its setting minimum_amount_ves)':
    'equivale a {} VES, y esta cuenta acepta desde {} VES (su ajuste minimum_amount_ves)',
  'needs an agreement whose split is true': 'necesita un acuerdo cuyo split sea true',
  'is not a partner of this account; create it with POST /api/v1/ext/partners':
    'no es un socio de esta cuenta; créalo con POST /api/v1/ext/partners',
  'is named more than once': 'aparece más de una vez',
  'is required in a split of type {}': 'es obligatorio en un reparto de tipo {}',
  'adds up to {}, more than {}': 'suma {}, más que {}',
  'names the owner but adds up to {}; it must be {}, or leave the owner out':
    'nombra al dueño pero suma {}; debe sumar {}, o deja fuera al dueño',
  'is no outcome of leg {}, which takes {}': 'no es un resultado de la etapa {}, que acepta {}',
  'is no method of the agreement, which takes {}': 'no es un método del acuerdo, que acepta {}',
  'is for a payment that fails; leave it out, or make outcome failed':
    'es para un pago que falla; quítalo, o pon outcome en failed',
  'is no session of this account; {}': 'no es una sesión de esta cuenta; {t}',
  'the latest are {}': 'las últimas son {}',
  'it has none yet': 'todavía no tiene ninguna',
  // Clock, chaos and script.
  'needs frozen, now, or both: what the clock is to do':
    'necesita frozen, now o los dos: qué debe hacer el reloj',
  'would bring the clock past the year 2099, which is its last':
    'llevaría el reloj más allá del año 2099, que es su último',
  'needs something that is to go wrong: {}': 'necesita algo que deba salir mal: {}',
  'must not be less than min': 'no debe ser menor que min',
  'needs rules, ready, or both; DELETE takes a script away':
    'necesita rules, ready o los dos; DELETE quita el guion',
  'needs a payment, and leg1 is {}; leave it out': 'necesita un pago, y leg1 es {}; quítalo',
  'is for a payment that fails; leave it out, or make leg1 failed':
    'es para un pago que falla; quítalo, o pon leg1 en failed',
  'must be left out where match has a method: such a rule is looked at when somebody pays, and decides at once':
    'debe quitarse cuando match tiene method: esa regla se mira cuando alguien paga, y decide en el momento',
  'needs leg1: what is to happen then': 'necesita leg1: qué debe pasar entonces',
  'is unknown; {} takes {}': 'es desconocido; {t} acepta {}',
  'a match': 'un match',
  'an outcome': 'un resultado',
  // Merchants, terminals and transactions.
  'must be the same as currencyReference when both are sent':
    'debe ser igual a currencyReference cuando se envían los dos',
  'must be the same as terminalSerial when both are sent':
    'debe ser igual a terminalSerial cuando se envían los dos',
  "must be {} {}, the transaction's amount, since allowAmountChange is false":
    'debe ser {} {}, el monto de la transacción, porque allowAmountChange es false',
  'was used before; an order has one transaction': 'ya se usó; una orden tiene una sola transacción',
  'is no terminal that is linked to the merchant': 'no es una terminal vinculada al comercio',
  'must be the serial of the path': 'debe ser el serial de la ruta',
  'is wrong, expired, used or void': 'es erróneo, venció, ya se usó o se anuló',
  'is linked already': 'ya está vinculada',
  'must be a text, or an object of the texts id, affiliateCode, number and serial':
    'debe ser un texto, o un objeto con los textos id, affiliateCode, number y serial',
  'is taken; log in, or register with another one': 'ya está en uso; inicia sesión, o regístrate con otro',
  // Accounts and classes.
  'is not the password of this account': 'no es la contraseña de esta cuenta',
  'is required: this password is a one-time one. Log in to the console with it, or POST /console/login with new_password, to choose your own':
    'es obligatorio: esta contraseña es de un solo uso. Entra a la consola con ella, o haz POST /console/login con new_password, para elegir la tuya',
  'goes with a one-time password only; POST /console/password changes any other':
    'solo va con una contraseña de un solo uso; cualquier otra se cambia con POST /console/password',
  'is the code of no class; ask the trainer for it again, or leave it out and join later':
    'no es el código de ninguna clase; pídelo otra vez a quien la dirige, o quítalo y entra más tarde',
  // Readiness.
  'The instance is about to stop.': 'La instancia está por detenerse.',
  'The store could not be written to the last time.': 'La última vez no se pudo escribir en el almacén.',
  'The store does not answer.': 'El almacén no responde.',
  '{} jobs are due, the oldest of them for {} s.': 'Hay {} tareas vencidas, la más antigua desde hace {} s.',
  // Last, since it fits much.
  'must be {}': 'debe ser {t}',
};
