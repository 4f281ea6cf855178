const PARENT_POLL_MS = 500;

/**
 * Calls the listener when the npx that started this program is gone: npx doesn't forward signals. Programs
 * that were started otherwise may outlive their parent, for example under `nohup`.
 */
export function onNpxGone({ env, parent }: NpxProcess, listener: () => void): () => void {
  if (env.npm_lifecycle_event !== 'npx' || !OWN_BINARY.test(env.npm_lifecycle_script ?? '')) return () => {};
  const initialParent = parent();
  const timer = setInterval(() => {
    if (parent() === initialParent) return;
    clearInterval(timer);
    listener();
  }, PARENT_POLL_MS).unref();
  return () => clearInterval(timer);
}

export interface NpxProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the id of the parent process, which changes when the parent ends. */
  parent(): number;
}

/** Matches if npx started this program itself, not a shell or a script around it. */
const OWN_BINARY = /^['"]?(?:sim|relay|svc-relay|svc-simulator)['"]?(?:\s|$)/;
