import type { Catalogue } from '@svc-simulator/core';

/** What a simulator says that was started: by start, by exec, and by the doctor. */
export const start: Catalogue = {
  '{0} {1} is ready; Ctrl+C stops it': '{0} {1} está listo; Ctrl+C lo detiene',
  'Public URL': 'URL pública',
  Console: 'Consola',
  Differences: 'Diferencias',
  Docs: 'Documentación',
  Data: 'Datos',
  Authority: 'Autoridad',
  'in memory only, gone when it stops': 'solo en memoria; se pierden al detenerlo',
  'in PostgreSQL': 'en PostgreSQL',
  Account: 'Cuenta',
  '{0}, password {1}': '{0}, contraseña {1}',
  'Test keys': 'Claves de prueba',
  '000000 pays; 111111, 222222 and 333333 fail': '000000 paga; 111111, 222222 y 333333 fallan',
  '  ({0} env{1} prints the credentials)': '  ({0} env{1} muestra las credenciales)',

  console: 'consola',
  pay: 'pagar',
  trace: 'traza',
  clear: 'limpiar',
  reset: 'reiniciar',
  help: 'ayuda',
  quit: 'salir',
  'open the console, logged in': 'abre la consola, ya con la cuenta',
  'make a session, and open its payment page': 'crea una sesión y abre su página de pago',
  'pay the newest session': 'paga la sesión más nueva',
  'show events, or stop showing them': 'muestra los eventos o deja de mostrarlos',
  'clear the screen': 'limpia la pantalla',
  'reset the account, after asking': 'reinicia la cuenta, después de preguntar',
  'show this': 'muestra esto',
  'stop the simulator': 'detiene el simulador',
  'events are shown': 'los eventos se muestran',
  'events are not shown; t shows them again': 'los eventos no se muestran; t los muestra otra vez',
  'Try next, in another terminal in this directory': 'Prueba ahora, en otra terminal en este directorio',
  'Your programs trust it with this in their environment':
    'Tus programas confían en él con esto en su entorno',
  'the key s': 'la tecla s',
  '? shows the keys': '? muestra las teclas',
  'stopping; Ctrl+C again ends it at once': 'deteniéndose; otro Ctrl+C lo termina al instante',
  warning: 'aviso',
  '--tls-cert and --tls-key go together: a certificate, and the key of it':
    '--tls-cert y --tls-key van juntos: un certificado y su clave',
  'port {0} is in use by another simulator{1}; pass --port 0 to take a free port, or stop that one':
    'otro simulador usa el puerto {0}{1}; pasa --port 0 para tomar un puerto libre, o detén ese',
  ', whose data is in {0}': ', con sus datos en {0}',
  'the demo account could not be made: {0}; --no-demo starts without one':
    'no se pudo crear la cuenta de demostración: {0}; --no-demo inicia sin ella',
  'the run file in {0} belongs to the simulator at {1} (pid {2})':
    'el archivo de ejecución en {0} es del simulador en {1} (pid {2})',
  'no run file could be written in {0} ({1})': 'no se pudo escribir el archivo de ejecución en {0} ({1})',
  '{0}; other commands need --mock {1} and --key': '{0}; los demás comandos necesitan --mock {1} y --key',

  'was ended by {0}': 'lo terminó {0}',
  'ended with exit code {0}': 'terminó con código de salida {0}',
  'was not found': 'no se encontró',
  'cannot be run ({0})': 'no se puede ejecutar ({0})',
  succeeded: 'terminó bien',
  '1 event in {0}': '1 evento en {0}',
  '{0} events in {1}': '{0} eventos en {1}',
  '; what the simulator saw: {0}': '; lo que vio el simulador: {0}',
  '; --trace-file FILE keeps what the simulator saw': '; --trace-file ARCHIVO guarda lo que vio el simulador',
  'the trace cannot be written to {0} ({1})': 'no se puede escribir la traza en {0} ({1})',

  'examining the receiver': 'examinando el receptor',
  'compare --secret with the secret that the receiver was started with':
    'compara --secret con el secreto con el que se inició el receptor',
  "note: a relay takes the webhooks of {0}, so these came straight from a simulator of the doctor's own, with the same secret and settings":
    'nota: un relay se lleva los webhooks de {0}, así que estos llegaron directo de un simulador propio de doctor, con el mismo secreto y los mismos ajustes',
  'a relay has connected meanwhile, and takes the webhooks where it was told to; examine the receiver again':
    'mientras tanto se conectó un relay, que lleva los webhooks adonde se le dijo; examina el receptor de nuevo',
  "the account at {0} signs with another webhook_secret than --secret says; pass the account's":
    'la cuenta en {0} firma con un webhook_secret distinto al de --secret; pasa el de la cuenta',
  'chaos is on for this account (seed {0}), so its webhooks prove nothing about the receiver; put it off with {1} chaos off':
    'el caos está activo en esta cuenta (semilla {0}), así que sus webhooks no prueban nada del receptor; apágalo con {1} chaos off',
  "no simulator runs here, so the doctor brings one of its own, which has to sign with your receiver's secret: pass it with --secret. For a receiver that has none yet: whsec_{0}":
    'aquí no hay un simulador en marcha, así que doctor inicia uno propio, que tiene que firmar con el secreto de tu receptor: pásalo con --secret. Para un receptor que aún no tiene: whsec_{0}',
  'the simulator of {0} runs already, at {1} (process {2}); use that one ({3} status), stop it, or choose another directory with --data':
    'el simulador de {0} ya corre, en {1} (proceso {2}); usa ese ({3} status), deténlo o elige otro directorio con --data',
};
