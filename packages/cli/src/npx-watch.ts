const PARENT_POLL_MS = 500;

/**
 * Calls the listener when the npx that started this program has ended, because npx doesn't forward signals.
 * Does nothing if npx didn't start it: under `nohup`, for example, a program must outlive its parent.
 */
export function onNpxGone({ env, parent: parentPid }: NpxProcess, listener: () => void): () => void {
  if (env.npm_lifecycle_event !== 'npx' || !OWN_BINARY.test(env.npm_lifecycle_script ?? '')) return () => {};
  const initialParent = parentPid();
  const timer = setInterval(() => {
    if (parentPid() === initialParent) return;
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

/** Matches if npx started this program directly, not a shell or a script around it. */
const OWN_BINARY = /^['"]?(?:sim|relay|svc-relay|svc-simulator)['"]?(?:\s|$)/;
