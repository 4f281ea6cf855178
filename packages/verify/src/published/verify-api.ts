/**
 * What `svc-simulator/verify` offers. The build makes the package's types of this file, so it imports nothing and holds
 * declarations only; the implementation is compared with it by the type checker.
 */

/** What opens an account of the target. What is missing makes cases "not judged". */
export interface VerifyCredentials {
  /** API token. */
  readonly token?: string;
  readonly consoleToken?: string;
  readonly webhookSecret?: string;
  /** Id of an agreement; left out: one is made. */
  readonly agreement?: string;
  readonly shortName?: string;
  readonly password?: string;
  readonly merchantEmail?: string;
  readonly merchantPassword?: string;
  /** API token of a second account. */
  readonly otherToken?: string;
}

export interface VerifyOptions {
  /** The target's address, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Left out: an account is registered, where the target lets anybody do so. */
  readonly credentials?: VerifyCredentials;
  /** Cases whose id begins with one of these. Default: all. */
  readonly only?: readonly string[];
  /** Whether the cases that follow from the schemas are judged, too. Default: true. */
  readonly generated?: boolean;
  /** Judges also cases that change settings or the account. Default: false. */
  readonly all?: boolean;
  /** Requests a second, at most. */
  readonly rate?: number;
  /** Public address that leads to `webhookPort`, for targets on other machines. */
  readonly webhookUrl?: string;
  /** Where webhooks are received; default: any free port. */
  readonly webhookPort?: number;
}

/** What became of one case. */
export interface VerifyResult {
  readonly id: string;
  readonly operation: string;
  readonly axis: 'driven' | 'contract' | 'negative' | 'behaviour';
  /** The sentence of the specification, or the id of the entry of `/fidelidad`, that it judges. */
  readonly judges: string;
  readonly verdict: 'matches' | 'differs' | 'not-judged';
  /** Of what was not judged: why. */
  readonly because: string | null;
  /** Of what differs. */
  readonly differences: readonly { readonly at: string; readonly wanted: string; readonly got: string }[];
  /** Of what differs: the request as a shell can repeat it. */
  readonly curl: string | null;
}

/** Judges a target by the suite. The results are in the order of the cases. */
export declare function verify(options: VerifyOptions): Promise<VerifyResult[]>;
