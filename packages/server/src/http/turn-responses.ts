import { type IncomingMessage, ServerResponse } from 'node:http';

type End = Parameters<ServerResponse['end']>;

/**
 * The class of a server's responses. Those that are ended in the turn of the event loop in which their requests came go out
 * together at the end of that turn: a write wakes a client that waits, which costs about as much as answering, and a client
 * that is up already does not have to be woken again. Those that are ended later go out at once.
 */
export function turnResponses(): typeof ServerResponse {
  /** Null between two turns that bring requests. */
  let turn: { send(): void }[] | null = null;

  const finish = () => {
    const held = turn ?? [];
    turn = null;
    for (const response of held) response.send();
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
    #held: End | null = null;

    override end(...args: unknown[]): this {
      if (this.#turn !== turn) super.end(...(args as End));
      else if (!this.#held) {
        this.#held = args as End;
        this.#turn.push(this);
      }
      return this;
    }

    override destroy(error?: Error): this {
      this.send();
      return super.destroy(error);
    }

    /** Ends it as it was asked to. What that throws has nobody else to go to. */
    send(): void {
      const held = this.#held;
      this.#held = null;
      try {
        if (held) super.end(...held);
      } catch (error) {
        super.destroy(error as Error);
      }
    }
  };
}
