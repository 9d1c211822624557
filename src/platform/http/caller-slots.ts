import type { ServerResponse } from 'node:http';

/** The requests of one caller. */
interface Caller {
  handled: number;
  waiting: (() => void)[];
}

/** Limits how many requests of one caller are handled at the same time; others of them wait, in their order. */
export class CallerSlots {
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly limit: number) {}

  /** Undefined: the request may begin. Otherwise resolves when it may. Each one that begins has to end. */
  begin(name: string): Promise<void> | undefined {
    const caller = this.callers.get(name) ?? { handled: 0, waiting: [] };
    this.callers.set(name, caller);
    if (caller.waiting.length > 0 || caller.handled >= this.limit) {
      return new Promise((resolve) => caller.waiting.push(resolve));
    }
    caller.handled += 1;
    return undefined;
  }

  end(name: string): void {
    const caller = this.callers.get(name)!;
    caller.handled -= 1;
    while (caller.waiting.length > 0 && caller.handled < this.limit) {
      caller.handled += 1;
      caller.waiting.shift()!();
    }
    if (caller.handled === 0) this.callers.delete(name);
  }
}

/** Calls back when a response is complete, also when the client disconnects, or has done so. */
export function onResponseEnd(response: ServerResponse, ended: () => void): void {
  if (response.closed) ended();
  else response.once('close', ended);
}
