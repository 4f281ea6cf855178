/** Why an attempt has no answer, by the words that its event keeps; codes of the system (`ECONNREFUSED`) are not translated. */
const spanish: ReadonlyMap<string, string> = new Map([
  ['timeout', 'se acabó el tiempo'],
  ['response too large', 'respuesta demasiado grande'],
  ['refused address', 'dirección rechazada'],
  ['no HTTP/1.1', 'no es HTTP/1.1'],
  ['no HTTP/1.1 (HTTP/2)', 'no es HTTP/1.1 (HTTP/2)'],
  ['no HTTP/1.1 (SSH)', 'no es HTTP/1.1 (SSH)'],
  ['no HTTP/1.1 (TLS)', 'no es HTTP/1.1 (TLS)'],
  ['closed', 'se cerró entretanto'],
  ['no answer', 'sin respuesta'],
  ['no relay connected', 'ningún relay conectado'],
  ['relay disconnected', 'relay desconectado'],
  ['dropped by chaos', 'perdido por el caos'],
  ['the emission is no longer in the trace', 'la emisión ya no está en la traza'],
]);

/** An attempt's error in the language of whoever reads it; events keep the English words, for programs. */
export function attemptError(error: string | null, language: 'en' | 'es'): string {
  const words = `${error}`;
  return language === 'es' ? (spanish.get(words) ?? words) : words;
}

/** The same for the body of an answer: a relay says there that it left the webhook out, everything else is the receiver's. */
export function attemptBody(body: string, language: 'en' | 'es'): string {
  return language === 'es'
    ? body.replace(/^left out by the relay: (?=--events \S+$)/, 'el relay lo dejó fuera: ')
    : body;
}
