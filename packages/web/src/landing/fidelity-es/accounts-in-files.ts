import type { Rows } from './conventions.ts';

export const snapshots: Rows = {
  content:
    'Una instantánea tiene acuerdos, socios, sesiones, entregas, prácticas hechas, ajustes, reloj, guion, caos, el comercio con sus terminales, transacciones y cierres, y la traza con sus cuerpos crudos. No tiene token, contraseña, secreto de webhooks, código de vinculación ni secreto de terminal, ni respuestas guardadas de `Idempotency-Key`.',
  bare: 'Se responde sin el sobre, para que la respuesta sea el archivo; el mismo estado son los mismos bytes salvo `saved_at` y `now`.',
  moment: 'Muestra la cuenta como estaba entre dos cambios, por mucho que se escriba entretanto.',
  limits:
    'Una instantánea tiene como máximo 32 MiB, 4 MiB en un simulador alojado; una que sería mayor es 422, y se puede guardar con `?trace=none`: sin la traza y sin las entregas ya terminadas. Un archivo puede tener 100000 registros de una clase, 1000 terminales y, para un simulador alojado, 1000 webhooks por enviar.',
  load: 'Cargarla reemplaza lo que tiene la cuenta, en un solo cambio: todo o nada. Su id, nombre, tokens, contraseña, secreto de webhooks, clase y el id, correo y contraseña del comercio siguen, y también el acuerdo que devuelve un reinicio.',
  times:
    'Todas las horas se desplazan para que estén tan atrás, o tan adelante, como estaban; un reloj detenido marca otra vez la misma hora, uno que anda está igual de adelantado. Lo enviado no se toca. Una instantánea posterior se desplaza de vuelta, para que un archivo siga igual.',
  ids: 'Los ids siguen. Lo que tiene otra cuenta del simulador, por ejemplo una sesión, es 409, y no se carga nada. Los eventos de la traza se numeran desde el último de la cuenta, después de `control.snapshot`.',
  terminals:
    'Una terminal que está vinculada aquí conserva su secreto; cualquier otra de una instantánea tiene que vincularse otra vez.',
  classes:
    'Las prácticas de una cuenta que está en una clase son mérito suyo: una instantánea ni las da ni las quita. Lo que una instantánea trae fuera de ella dice `from_file` para siempre, y no cuenta para ninguna clase ni certificado hasta que se haga aquí. Lo que sus sesiones siguen haciendo solas no cumple ninguna práctica.',
  seed: '`sim start --seed FILE` crea las cuentas de un archivo que aún no existen, en lugar de la cuenta de demostración, con sus ids y nombres y con credenciales nuevas.',
};

export const classes: Rows = {
  surfaces: 'Las clases existen solo en el simulador; cada operación de ellas usa el token de la consola.',
  'join-code':
    'Un código de clase tiene 8 caracteres de A-Z y 2-9 sin I ni O; no importan mayúsculas, espacios ni guiones.',
  'one-class':
    'Una cuenta está como máximo en una clase: entrar en otra la cambia, entrar otra vez en la suya no cambia nada, y quien la dirige también puede entrar.',
  'nothing-to-show':
    'Una clase de otra cuenta es el mismo 404 que una que no existe, y también un código desconocido o no tener clase.',
  'who-sees-what':
    'Quien la dirige ve nombres y avance de los participantes, nunca sus ids de cuenta, tokens, secretos ni contenidos; un participante ve el título y a nadie más.',
  stuck:
    'Un participante está atascado en la primera práctica que no ha hecho, desde que completó la última o entró, lo que sea más tarde.',
  csv: 'Con `Accept: text/csv` el avance es una tabla (RFC 4180); un nombre que una hoja de cálculo tomaría por fórmula lleva un apóstrofo delante.',
  live: 'Con `Accept: text/event-stream` llega primero el tablero (`board`), luego cada participante que cambia (`row`) o se va (`left`).',
  closed:
    'Una clase cerrada conserva sus participantes y su tablero; su código es como uno desconocido hasta que se abre otra vez.',
  removal:
    'Un participante que se saca conserva cuenta y avance, y puede entrar otra vez mientras la clase esté abierta; un código nuevo lo deja fuera.',
  'password-reset':
    'Quien dirige la clase puede dar a cada participante una contraseña de un solo uso, que reemplaza la anterior y cierra la sesión de sus navegadores; los tokens siguen, y la traza del participante lo cuenta. Quien entra en una clase confía eso a quien la dirige. No para la cuenta de demostración (409).',
  lasting:
    'Reiniciar una cuenta se lleva su avance y deja sus clases y su lugar en ellas; nada borra una clase.',
};
