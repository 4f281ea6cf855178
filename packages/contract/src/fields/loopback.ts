/** Returns true if a host is this machine: `localhost`, a name under it, or a loopback address. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost\.?|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i.test(host);
}
