import type { Catalogue } from '../translation.ts';

/** Comments of `examples/verify` in Spanish: `sim init` writes those files, and the console shows them. */
export const verifyComments: Catalogue = {
  "Verifies a webhook with nothing but the language's own library; run as a program, it checks itself against vectors.json.":
    'Verifica un webhook solo con la biblioteca del propio lenguaje; como programa, se comprueba con vectors.json.',
  '`headers` by their names in lower case; `body` the bytes as they came (Flask: request.get_data(), Django: request.body).':
    '`headers` por sus nombres en minúscula; `body` los bytes como llegaron (Flask: request.get_data(), Django: request.body).',
  "`now` an aware datetime; `mode` as the account's setting webhook_signature.":
    '`now` un datetime con zona; `mode` como el ajuste webhook_signature de la cuenta.',
  '$headers by their names in lower case (array_change_key_case(getallheaders())).':
    '$headers por sus nombres en minúscula (array_change_key_case(getallheaders())).',
  "$body the bytes as they came (file_get_contents('php://input'), Laravel: $request->getContent()).":
    "$body los bytes como llegaron (file_get_contents('php://input'), Laravel: $request->getContent()).",
  "$now in seconds, as time() gives it; $mode as the account's setting webhook_signature.":
    '$now en segundos, como lo da time(); $mode como el ajuste webhook_signature de la cuenta.',
  'strtotime takes words such as "yesterday", too.': 'strtotime acepta también palabras, como "yesterday".',
  'The two headers, or empty texts for what is not there; the bytes of the body as they came (Spring: @RequestBody byte[]).':
    'Las dos cabeceras, o textos vacíos si faltan; los bytes del cuerpo como llegaron (Spring: @RequestBody byte[]).',
  "`mode` is the account's setting webhook_signature: timestamp, body or sha256.":
    '`mode` es el ajuste webhook_signature de la cuenta: timestamp, body o sha256.',
  'Takes as long whatever differs.': 'Tarda lo mismo, difiera lo que difiera.',
  'Java reads no JSON by itself; in this file every value is a text without a backslash, and no object is in another.':
    'Java no lee JSON por sí mismo; en este archivo cada valor es un texto sin barra invertida, y ningún objeto está en otro.',
  'Verifies a webhook, with what .NET and Mono have. Copy IsGenuine; the rest checks it against vectors.json: mcs Verify.cs && mono Verify.exe':
    'Verifica un webhook con lo que traen .NET y Mono. Copia IsGenuine; el resto la comprueba con vectors.json: mcs Verify.cs && mono Verify.exe',
  'Mono reads no JSON by itself; in this file every value is a text without a backslash, and no object is in another.':
    'Mono no lee JSON por sí mismo; en este archivo cada valor es un texto sin barra invertida, y ningún objeto está en otro.',
  'Verifies a webhook, with what Go has. Copy isGenuine; the rest checks it against vectors.json: go run verify.go':
    'Verifica un webhook con lo que trae Go. Copia isGenuine; el resto la comprueba con vectors.json: go run verify.go',
  'isGenuine takes the two headers (request.Header.Get("svc-signature")), the bytes of the body as they came (io.ReadAll(request.Body)),':
    'isGenuine toma las dos cabeceras (request.Header.Get("svc-signature")), los bytes del cuerpo como llegaron (io.ReadAll(request.Body))',
  "and the mode that is the account's setting webhook_signature: timestamp, body or sha256.":
    'y el modo, que es el ajuste webhook_signature de la cuenta: timestamp, body o sha256.',
  'Verifies a webhook, with what Ruby has. Copy genuine?; the rest checks it against vectors.json: ruby verify.rb':
    'Verifica un webhook con lo que trae Ruby. Copia genuine?; el resto la comprueba con vectors.json: ruby verify.rb',
  '`headers` by their names in lower case; `body` the bytes as they came (Rails: request.raw_post); `now` a Time;':
    '`headers` por sus nombres en minúscula; `body` los bytes como llegaron (Rails: request.raw_post); `now` un Time;',
  "`mode` as the account's setting webhook_signature.":
    '`mode` como el ajuste webhook_signature de la cuenta.',
};

/** A file of `examples/verify` with its comments in Spanish. */
export function withSpanishComments(code: string): string {
  return code.replace(/(?<=^\s*(?:\/\/|#) ).+$/gm, (comment) => verifyComments[comment] ?? comment);
}
