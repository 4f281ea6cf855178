import type { CliContext } from '../cli-context.ts';
import { traceTeller } from '../rendering/causes.ts';
import { type Colours, coloursFor } from '../rendering/report.ts';

interface StoredEvent {
  readonly accountId: string;
  readonly json: string;
}

/**
 * Prints trace events as they are stored, one a line. Until `open` they wait, so that the ready line comes first; then
 * all that comes in one turn of the event loop is one write.
 */
export class EventPrinter {
  readonly #context: CliContext;
  readonly #format: (event: StoredEvent) => string;
  #waiting: StoredEvent[] = [];
  #open = false;
  #scheduled = false;

  constructor(context: CliContext, { json }: { readonly json?: boolean }) {
    const colours = coloursFor(context.stdout, context);
    this.#context = context;
    this.#format = json ? jsonLine : textLines(colours);
  }

  add(event: StoredEvent): void {
    this.#waiting.push(event);
    if (!this.#open || this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  open(): void {
    this.#open = true;
    this.flush();
  }

  flush(): void {
    this.#scheduled = false;
    if (!this.#open || this.#waiting.length === 0) return;
    const events = this.#waiting;
    this.#waiting = [];
    this.#context.stdout.write(events.map(this.#format).join(''));
  }
}

/** The event's own text, with its account at the end: ids count within an account, and here all accounts are printed. */
function jsonLine({ accountId, json }: StoredEvent): string {
  return `${json.slice(0, -1)},"account_id":${JSON.stringify(accountId)}}\n`;
}

function textLines(colours: Colours): (event: StoredEvent) => string {
  const tell = traceTeller(colours.t);
  return ({ json }) => `${tell(JSON.parse(json), colours)}\n`;
}
