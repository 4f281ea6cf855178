import type { ErrorTexts } from './error-texts.ts';
import type { Area } from './page-call.ts';

/** What the console's pages share, in Spanish, its first language. Its shape is what every other language must have. */
export interface Texts {
  readonly frame: Readonly<
    Record<'live' | 'notLive' | 'logOut' | 'find' | 'skip' | 'navigation' | 'reference', string>
  >;
  readonly clock: Readonly<Record<'notBefore', string>>;
  readonly areas: Readonly<Record<Area, string>>;
  /** What a page says after a change, by the name in its address. */
  readonly notices: Readonly<Record<string, string>>;
  readonly kit: {
    readonly copy: Readonly<Record<'label' | 'done', string>>;
    readonly pager: Readonly<Record<'label' | 'first' | 'previous' | 'next' | 'size', string>> & {
      /** Which rows are shown; `total` is undefined where nobody has counted them. */
      readonly rows: (from: number, to: number, total: string | undefined) => string;
    };
  };
  readonly errors: Readonly<Record<403 | 404 | 500 | 503, ErrorTexts>>;
}

export const spanish: Texts = {
  frame: {
    live: 'En vivo',
    notLive: 'Sin conexión',
    find: 'Buscar (Ctrl K)',
    logOut: 'Salir',
    skip: 'Ir al contenido',
    navigation: 'Partes de la consola',
    reference: 'Documentación',
  },
  clock: {
    notBefore: 'el reloj está detenido: no llega hasta que siga',
  },
  areas: {
    overview: 'Resumen',
    sessions: 'Sesiones',
    deliveries: 'Entregas',
    calls: 'Llamadas',
    trace: 'Traza',
    simulate: 'Simular',
    practices: 'Prácticas',
    classes: 'Clase',
    terminals: 'Terminales',
    keys: 'Claves',
    receivers: 'Receptores',
    settings: 'Ajustes',
  },
  notices: {
    registered: 'Tu cuenta está lista.',
    class_created: 'La clase está lista. Reparte su código.',
    class_joined: 'Entraste a la clase.',
    certificate_issued: 'El certificado lleva tu nombre. Su código está en él.',
    class_left: 'Ya no estás en ninguna clase.',
    token_revoked: 'Token revocado: ya no abre nada.',
    password_changed: 'Contraseña cambiada. Los demás navegadores tienen que volver a entrar.',
    class_changed: 'Clase cambiada.',
    trainee_removed: 'Ya no está en la clase.',
    settings_saved: 'Ajustes guardados.',
    merchant_made: 'Tu comercio está listo.',
    terminal_unlinked: 'Terminal desvinculada.',
    cancellation_asked: 'Cancelación pedida.',
    outcome_paid: 'La sesión quedó pagada. La acreditación no llega sola: fuérzala cuando quieras.',
    outcome_failed: 'La sesión quedó fallida. Nadie recibe un webhook de eso.',
    outcome_expired: 'La sesión quedó vencida. Nadie recibe un webhook de eso.',
    outcome_accredited: 'El dinero quedó acreditado.',
    outcome_accreditation_to_recipient_failed: 'La acreditación quedó fallida; la sesión sigue pagada.',
    call_sent: 'La llamada se hizo otra vez; esto es lo que salió.',
    resent: 'El webhook va otra vez, con la misma idempotency-key y una firma nueva.',
    sent_as_new: 'El webhook va otra vez, como nuevo: con otra idempotency-key.',
    probe_answered: 'El receptor respondió a la prueba; su veredicto está en la lista.',
    probe_sent: 'La prueba va en camino; su veredicto aparecerá en la lista.',
    practice_done: 'Hecho: la práctica se marca en cuanto la traza la muestra.',
    practice_refused: 'No se pudo hacer aquí: el simulador lo rechazó.',
    session_made: 'La sesión está lista para pagar.',
    charge_made: 'El cobro está pendiente en la terminal.',
    agreement_made: 'El acuerdo está listo.',
    clock_stopped: 'El reloj de la cuenta está detenido.',
    clock_runs: 'El reloj de la cuenta corre.',
    clock_real: 'La cuenta volvió a la hora real.',
    clock_advanced: 'El reloj avanzó; lo que estaba previsto hasta entonces ya ocurrió.',
    clock_nothing_due: 'No hay nada previsto: el reloj quedó donde estaba.',
    chaos_on: 'El caos está activo.',
    chaos_off: 'El caos está apagado.',
    script_set: 'El guion vale desde la próxima sesión.',
    script_off: 'Ya no hay guion.',
    snapshot_loaded: 'La cuenta es ahora la de la instantánea.',
    account_reset: 'La cuenta está como nueva.',
  },
  kit: {
    copy: { label: 'Copiar', done: 'Copiado' },
    pager: {
      label: 'Páginas',
      first: 'Primera página',
      previous: 'Anteriores',
      next: 'Siguientes',
      size: 'Filas',
      rows: (from, to, total) => (total === undefined ? `${from}–${to}` : `${from}–${to} de ${total}`),
    },
  },
  errors: {
    403: {
      title: 'Esta petición viene de otro sitio',
      text: 'La consola solo acepta cambios que vienen de sus propias páginas. No se cambió nada.',
      back: 'Ir a la consola',
    },
    404: {
      title: 'Aquí no hay nada',
      text: 'Esta página no existe en tu cuenta, o sus datos ya se borraron (se guardan 14 días).',
      back: 'Ir al resumen',
    },
    500: {
      title: 'El simulador no pudo mostrar esta página',
      text: 'Su registro dice por qué. No se perdió nada.',
      back: 'Ir al resumen',
    },
    503: {
      title: 'El simulador no puede guardar',
      text: '¿Está lleno el disco, o no responde la base de datos? Mira si se hizo antes de intentarlo de nuevo.',
      back: 'Ir al resumen',
    },
  },
};
