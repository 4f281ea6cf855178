import type { Rows } from './conventions.ts';

export const merchants: Rows = {
  active: 'Los comercios están `ACTIVE` al momento.',
  'email-taken': 'Un correo que ya está en uso es 400 con el puntero `/email`.',
  token:
    'El token de acceso es un JWT con HS256, `sub` el comercio y una hora de vida; cualquier otro algoritmo o clave es 401.',
  'wrong-merchant':
    'Un token válido en la ruta de otro comercio, exista o no, es 403 en todas las operaciones.',
};

export const terminals: Rows = {
  code: 'El código de vinculación tiene 6 dígitos, vive 10 minutos, sirve una vez y se anula tras 5 intentos erróneos.',
  'unpair-code':
    'Desvincular una terminal anula también el código que esté dado; sin vínculo ni código es 404.',
  serial: 'El `serial` del cuerpo debe ser el de la ruta.',
  list: 'La lista de terminales tiene todos los seriales para los que se hizo un código, vinculados o no; en ella no hay código ni secreto.',
  'serial-scope': 'Los seriales son únicos dentro de una cuenta, no en todo el simulador.',
  signature:
    'Una terminal envía `x-pos-timestamp` y, en `x-pos-signature`, el HMAC-SHA256 hexadecimal con `secret_key` sobre cuerpo, salto de línea, hora, salto de línea, ruta y consulta.',
  'signature-get': 'La firma de un GET con cuerpo es sobre ese cuerpo o sobre el vacío: se aceptan las dos.',
  'signature-key': 'La clave secreta firma como el texto de 64 caracteres hexadecimales que es.',
  'timestamp-forms':
    '`x-pos-timestamp` es ISO 8601 con `Z`, `±hh:mm`, `±hhmm` o `±hh`; sin desfase cuenta como UTC. Un 401 distingue una forma que no lo es de una hora demasiado lejana.',
  'signature-age':
    'Una hora con más de 5 minutos de diferencia, una terminal desconocida o una firma errónea es 401.',
};

export const transactions: Rows = {
  names:
    '`currencyReference` o `currency`, `terminalSerial` o `serial`: se acepta cualquiera de los dos nombres, los dos con valores distintos son 400.',
  currency: 'La moneda es obligatoria; sin ella la falta apunta a `/currencyReference`.',
  terminal:
    'La terminal es opcional: sin ella, todas las terminales del comercio ven la transacción; una que no está vinculada al comercio es 400.',
  'order-once': 'Un `orderId` que el comercio ya usó es 400.',
  answer: 'Una transacción responde los campos de su petición con `merchantId`, `createdAt` y `updatedAt`.',
  cancel:
    'Cancelar pasa de PENDING a CANCELED y de PAID a VOID_PENDING y responde la transacción; cualquier otro estado es 409.',
  'cancellation-data':
    '`cancellationDara.commitAt` se pone al quedar CANCELED o VOIDED y vuelve a null cuando se paga una transacción cancelada; `confirmData` se queda tras una anulación.',
  commit:
    'Confirmar pasa de PENDING o CANCELED a PAID; otra vez con el mismo `authorizationCode` no cambia nada, con otro es 409.',
  'commit-amount':
    'El monto confirmado debe ser el de la transacción salvo con `allowAmountChange`; los campos ausentes valen la hora actual y el monto de la transacción. Un monto cambiado está solo en `confirmData`.',
  'card-type': '`cardTypeForRpt` es `C` o `D`.',
  'card-name': '`visorMccCard` se acepta como `visOrMccCard`.',
  void: 'Confirmar una anulación pasa de VOID_PENDING a VOIDED; otra vez no cambia nada, y si no es 409.',
  'status-filter':
    'Las listas de transacciones aceptan `status=`, `status[eq]=` y `status[in]=` con comas; un estado desconocido es 400.',
  'list-body': 'El cuerpo JSON que el contrato declara para la lista de la terminal se ignora.',
};

export const closings: Rows = {
  'batch-number':
    'El número de un lote es un entero desde 1 o un texto, igual en confirmaciones y en cierres.',
  'either-credential':
    'Las listas de una terminal y sus cierres aceptan su firma o el token de acceso de su comercio; con el token, un serial del que la cuenta del comercio no tiene terminal es 404.',
  total: 'Las listas de transacciones y de cierres responden `total`, el número de todos, junto a `data`.',
  form: 'Un cierre necesita `batchNumber`, `transactionCount`, `closedAt` y `currencyReference`, y acepta `terminal`, un texto o un objeto de `id`, `affiliateCode`, `number` y `serial`, y `debitBatch`.',
  'batch-once': 'Un número de lote que la terminal ya usó es 409, uno desconocido 404.',
  count:
    'Una cuenta distinta de la propia de la terminal, los pagos que confirmó desde su último cierre, se acepta y se anota en la traza.',
  pages:
    'Los cierres de un comercio aceptan `page` desde 1, `size` hasta 200 (por defecto 20) y `sort`, por defecto `-closedAt`; `+closedAt` es `closedAt`. La lista propia de una terminal los acepta también, en lugar de `limit` y `cursor`.',
};

export const older: Rows = {
  split:
    'Un `split` que es un objeto, como lo muestran documentos antiguos, se rechaza: es un booleano, y las partes van a `/api/v1/ext/agreements/split-receipt`.',
  sdk: 'De `/api/svcpagos/**` hay `login` y `refresh-token`; la API propia del SDK de pago no se simula, y sus rutas son 404.',
  'order-id': 'Un `orderId` que no es un UUID, como lo muestran documentos antiguos, se rechaza.',
  serial: 'Una activación sin `serial` en su cuerpo, como la muestran documentos antiguos, se rechaza.',
};
