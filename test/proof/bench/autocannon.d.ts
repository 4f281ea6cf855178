/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    method: 'GET' | 'POST';
    headers: Readonly<Record<string, string>>;
    body?: string;
    connections: number;
    /** Seconds. It ends with the sample in which they are over. */
    duration: number;
    /** Milliseconds of a sample. */
    sampleInt: number;
  }): Promise<{ '2xx': number; non2xx: number; errors: number; timeouts: number; start: Date; finish: Date }>;
}
