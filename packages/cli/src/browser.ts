/** If the browser's command is still running after this time, the browser has opened. */
const FAILURE_WINDOW_MS = 1000;

type Machine = Pick<NodeJS.Process, 'platform' | 'env'>;

/**
 * Returns the command that opens a URL in this machine's browser; null in CI, over SSH or without a display.
 */
export function browserCommand(
  { platform, env }: Machine,
  url: string,
): readonly [string, ...string[]] | null {
  if (env.CI || env.SSH_CONNECTION) return null;
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  if (env.WSL_DISTRO_NAME) return ['rundll32.exe', 'url.dll,FileProtocolHandler', url];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', url] : null;
}

export async function openInBrowser(machine: Machine, url: string): Promise<boolean> {
  const command = browserCommand(machine, url);
  if (!command) return false;
  const { spawn } = await import('node:child_process');
  const [program, ...words] = command;
  const child = spawn(program, words, { stdio: 'ignore', detached: true, env: machine.env });
  child.unref();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FAILURE_WINDOW_MS, true);
    const finish = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.once('error', () => finish(false));
    child.once('exit', (code) => finish(code === 0));
  });
}
