/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    method: 'GET' | 'POST';
    headers: Readonly<Record<string, string>>;
    body?: string;
    connections: number;
    /** In seconds. The load continues until the end of the current sample. */
    duration: number;
    /** Length of a sample, in ms. */
    sampleInt: number;
  }): Promise<{ '2xx': number; non2xx: number; errors: number; timeouts: number; start: Date; finish: Date }>;
}
