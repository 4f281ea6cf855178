/** A request through a proxy failed: because of the proxy, as the message says, or behind it, as the cause says. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** The proxy as people are shown it: without credentials, with the variable that names it. */
  readonly proxy: string;

  constructor(proxy: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.proxy = proxy;
  }
}
