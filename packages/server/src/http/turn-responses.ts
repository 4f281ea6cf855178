import { type IncomingMessage, ServerResponse } from 'node:http';

type End = Parameters<ServerResponse['end']>;

/**
 * The class of a server's responses. Those that are ended in the turn of the event loop in which their requests came go out
 * together at the end of that turn: a write wakes a client that waits, which costs about as much as answering, and a client
 * that is up already does not have to be woken again. Those that are ended later go out at once.
 */
export function turnResponses(): typeof ServerResponse {
  /** Null between two turns that bring requests. */
  let turn: (() => void)[] | null = null;

  const finish = () => {
    const held = turn ?? [];
    turn = null;
    for (const end of held) end();
  };
  const thisTurn = () => {
    if (!turn) {
      turn = [];
      setImmediate(finish);
    }
    return turn;
  };

  return class TurnResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    /** The turn of the request. */
    readonly #turn = thisTurn();

    override end(...args: unknown[]): this {
      if (this.#turn === turn) this.#turn.push(() => this.#end(args as End));
      else super.end(...(args as End));
      return this;
    }

    /** What it throws has nobody else to go to. */
    #end(args: End): void {
      try {
        super.end(...args);
      } catch (error) {
        this.destroy(error as Error);
      }
    }
  };
}
