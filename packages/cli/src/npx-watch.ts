/** Interval between two looks at the parent process. */
const LOOK_EVERY_MS = 500;

/**
 * Calls the listener when the npx that started this program is gone: npx doesn't forward signals. Programs
 * that were started otherwise may outlive their parent, for example under `nohup`.
 */
export function onNpxGone({ env, parent }: NpxProcess, listener: () => void): () => void {
  if (env.npm_lifecycle_event !== 'npx' || !OWN_SCRIPT.test(env.npm_lifecycle_script ?? '')) return () => {};
  const first = parent();
  const watch = setInterval(() => {
    if (parent() === first) return;
    clearInterval(watch);
    listener();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(watch);
}

export interface NpxProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the id of the parent process, which changes when the parent ends. */
  parent(): number;
}

/** npx started this very program, and not a shell or a script that started it. */
const OWN_SCRIPT = /^['"]?(?:sim|relay|svc-relay|svc-simulator)['"]?(?:\s|$)/;
