import type { Catalogue } from '@svc-simulator/core';

/** What help has of its own, and what many commands share. */
export const help: Catalogue = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
  'Run it:': 'Ponerlo en marcha:',
  'Payments:': 'Pagos:',
  'Decide what happens:': 'Decidir qué pasa:',
  'See what happened:': 'Ver qué pasó:',
  'Learn:': 'Aprender:',
  'The account:': 'La cuenta:',
  'Besides:': 'Además:',
  '[options]': '[opciones]',
  '[command]': '[comando]',
  'See: {0} --help': 'Mira: {0} --help',
  'See: {0} {1} --help': 'Mira: {0} {1} --help',
  'one of: {0}': 'uno de: {0}',
  'default: {0}': 'por defecto: {0}',
  'print this help': 'muestra esta ayuda',
  'print the version': 'muestra la versión',
  'print {"version"}': 'muestra {"version"}',
  'language of what people read': 'idioma de lo que leen las personas',
  'that of LANG': 'el de LANG',
  all: 'todos',
  'in a day': 'en un día',
  'not at all': 'ninguna vez',

  'A payment provider on your own machine: API, signed webhooks, payment page, forced outcomes and a relay.':
    'Un proveedor de pagos en tu propia máquina: API, webhooks firmados, página de pago, resultados forzados y un relay.',
  'Deliver webhooks to a port of this machine.': 'Entrega webhooks a un puerto de esta máquina.',
  [`
Examples:
  {0} start                   start it, with a demo account
  {1} session create          create a session, and print its payment page
  {2} trace --follow          watch what happens
  {3} relay --port 3000       deliver webhooks to http://127.0.0.1:3000`]: `
Ejemplos:
  {0} start                   lo inicia, con una cuenta de demostración
  {1} session create          crea una sesión y muestra su página de pago
  {2} trace --follow          muestra lo que pasa, en vivo
  {3} relay --port 3000       entrega los webhooks a http://127.0.0.1:3000`,

  'address of the simulator': 'dirección del simulador',
  'API token of the account': 'token de API de la cuenta',
  'console token of the account; with --key it is not needed':
    'token de consola de la cuenta; con --key no hace falta',
  'where sim start left its run file': 'dónde dejó sim start su archivo de ejecución',
  "print the API's JSON": 'muestra el JSON de la API',
  'at most so many': 'cuántos como máximo',
  'go on where a list ended': 'sigue donde terminó una lista',
  'id of the session': 'id de la sesión',
  'id of the session (default: the newest)': 'id de la sesión (por defecto: la más nueva)',
  'only of this session': 'solo de esta sesión',
  'write the result as JUnit XML, too': 'escribe el resultado también como XML de JUnit',
  'give up after so long, with exit code 4': 'se rinde después de tanto tiempo, con código de salida 4',
  'rules as YAML or JSON; - reads standard input': 'reglas en YAML o JSON; - lee la entrada estándar',
  'ask whether the simulator is up': 'pregunta si el simulador está en marcha',
  'print the OpenAPI document': 'muestra el documento OpenAPI',
  'on one line': 'en una sola línea',
  'print a script for your shell that completes commands, options and their values':
    'muestra un script para tu shell que completa comandos, opciones y sus valores',
  [`
Load it when the shell starts:
  bash         echo 'source <({0} completion bash)' >> ~/.bashrc
  zsh          echo 'source <({1} completion zsh)' >> ~/.zshrc    (after compinit)
  fish         {2} completion fish > ~/.config/fish/completions/{3}.fish
  powershell   {4} completion powershell >> $PROFILE

It completes the word {5}, so that has to be a program on the PATH, or a function of the shell's.`]: `
Cárgalo cuando arranca tu shell:
  bash         echo 'source <({0} completion bash)' >> ~/.bashrc
  zsh          echo 'source <({1} completion zsh)' >> ~/.zshrc    (después de compinit)
  fish         {2} completion fish > ~/.config/fish/completions/{3}.fish
  powershell   {4} completion powershell >> $PROFILE

Completa la palabra {5}, que por eso tiene que ser un programa del PATH o una función de tu shell.`,
  'webhooks that were sent: list them, show one, send it again':
    'los webhooks enviados: listarlos, ver uno, enviarlo otra vez',
  'options of every command: address, credentials, JSON, language':
    'opciones de todos los comandos: dirección, credenciales, JSON, idioma',
  'All commands: {0} --help --all': 'Todos los comandos: {0} --help --all',
  'with --help: every command': 'con --help: todos los comandos',
  'Also: {0} ({1} help connection)': 'También: {0} ({1} help connection)',
  [`
Without any of these a command works as the account of the simulator that {0} start has left running here, or in a
directory further up. An option wins over the environment, and the environment over that.
With --key alone every command works: what needs the console gets a console token by itself.`]: `
Sin ninguna de estas, un comando trabaja como la cuenta del simulador que {0} start dejó corriendo aquí, o en un
directorio más arriba. Una opción gana al entorno, y el entorno a eso.
Con --key sola funcionan todos los comandos: lo que necesita la consola obtiene solo un token de la consola.`,
};
