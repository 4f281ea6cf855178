import type { Phrases } from '../phrasebook.ts';

/** What is wrong with the file of a snapshot. */
export const snapshotFaults: Phrases = {
  'must be {}: this is no file that sim snapshot save wrote':
    'debe ser {}: este archivo no lo escribió sim snapshot save',
  'has what this version does not know: {}': 'tiene lo que esta versión no conoce: {}',
  'must be a list of 1 to {} accounts': 'debe ser una lista de 1 a {} cuentas',
  'is there twice: another account of the file has its id or its name':
    'está dos veces: otra cuenta del archivo tiene su id o su nombre',
  'is {}, and this simulator reads version {}: load it with a newer svc-simulator, or save it again with this one':
    'es {}, y este simulador lee la versión {}: cárgalo con un svc-simulator más nuevo, o guárdalo otra vez con este',
  'must be a list of at most {} records': 'debe ser una lista de {} registros como máximo',
  'is there twice': 'está dos veces',
  'must be {}: events are numbered from 1': 'debe ser {}: los eventos se numeran desde 1',
  'must be the number of its event webhook.emitted': 'debe ser el número de su evento webhook.emitted',
  'must be the number of an event {}': 'debe ser el número de un evento {}',
  'must be the id of the terminal with its serial': 'debe ser el id de la terminal con su serial',
  'must be empty without a merchant': 'debe estar vacío si no hay comercio',
  'must be a number from 0 to 1': 'debe ser un número de 0 a 1',
  'must have a min that is not above its max': 'debe tener un min que no pase de su max',
  'must be null, or have frozenAt or offsetMs': 'debe ser null, o tener frozenAt u offsetMs',
  'a time such as 2026-11-21T15:38:02.952Z': 'una hora como 2026-11-21T15:38:02.952Z',
  'a time such as 2026-11-21T15:38:02.952Z, from the year 2000 to the year 2099':
    'una hora como 2026-11-21T15:38:02.952Z, entre el año 2000 y el 2099',
  'a UUID in lower case': 'un UUID en minúsculas',
  '{}_ and 16 hexadecimal digits': '{}_ y 16 dígitos hexadecimales',
  'must be agr_ and 16 hexadecimal digits': 'debe ser agr_ y 16 dígitos hexadecimales',
  'an amount in hundredths as digits, such as "122011"': 'un monto en centésimas en dígitos, como "122011"',
  'a rate over 0 as a decimal text, such as "122.0112"':
    'una tasa mayor que 0 como texto decimal, como "122.0112"',
  'a text or an object of texts': 'un texto o un objeto de textos',
  'must be an integer from 1 to 10000': 'debe ser un entero de 1 a 10000',
  'must be an integer over 0': 'debe ser un entero mayor que 0',
  'must be true or false': 'debe ser true o false',
  'must be an object': 'debe ser un objeto',
  'must be a list of texts': 'debe ser una lista de textos',
  'must be a text': 'debe ser un texto',
  'must be a text or null': 'debe ser un texto o null',
  'must be the text of the body': 'debe ser el texto del cuerpo',
  'must be left out or be a text': 'debe faltar o ser un texto',
  'must have the headers of a webhook and no others: {}':
    'debe tener las cabeceras de un webhook y ninguna más: {}',
  'must be there while the delivery is open, and null otherwise':
    'debe estar mientras la entrega está abierta, y ser null si no',
  'leaves none for an open delivery': 'no deja ninguno para una entrega abierta',
  'must be there once the transaction is paid, and null before':
    'debe estar cuando la transacción está pagada, y ser null antes',
  'must be none while the session is not paid': 'debe ser none mientras la sesión no está pagada',
  'must not be null when the session is paid': 'no debe ser null cuando la sesión está pagada',
  'must be there while the accreditation is scheduled, and null otherwise':
    'debe estar mientras la acreditación está programada, y ser null si no',
  'must be there once the accreditation has ended, and null before':
    'debe estar cuando la acreditación terminó, y ser null antes',
  'must be there when the session is expired, else null':
    'debe estar cuando la sesión está vencida, y si no ser null',
  'must be the hundredths of fields.amount_reference': 'debe ser las centésimas de fields.amount_reference',
  'has not what a {} session has': 'no tiene lo que tiene una sesión {}',
  'must each have basisPoints or amountMinor, and not both':
    'cada uno debe tener basisPoints o amountMinor, y no los dos',
  'must not add up to more than the whole': 'no deben sumar más que el total',
  'has a clock that would show a time before the year 2000 or after the year 2099':
    'tiene un reloj que mostraría una hora anterior al año 2000 o posterior al 2099',
  'has more than {} webhooks that are still to be sent': 'tiene más de {} webhooks que faltan por enviar',
  '{}; say which one with ?account=, its id or its name': '{t}; di cuál con ?account=, su id o su nombre',
  '{}, and none is called {}': '{t}, y ninguna se llama {}',
  'has the accounts {} and others': 'tiene las cuentas {} y otras',
  'has the accounts {}': 'tiene las cuentas {}',
};
