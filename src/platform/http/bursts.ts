import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests of one caller that begin together. */
const TOGETHER = 8;
/** Milliseconds between two such groups of a caller while connections are being accepted. */
const ROUND_MS = 20;

/** Requests begin in turns of their credentials; those without credentials in turns of their route. */
export function takeTurns(fastify: FastifyInstance): void {
  const turns = new RequestTurns();
  fastify.server.on('connection', () => turns.accepted());
  fastify.addHook('onRequest', (request, _reply, done) => {
    turns.take(callerOf(request), () => isGone(request), done);
  });
}

function isGone({ raw: { socket } }: FastifyRequest): boolean {
  return socket.destroyed || socket.readableEnded;
}

function callerOf({ raw, routeOptions }: FastifyRequest): string {
  return raw.headers.authorization ?? raw.headers.cookie ?? routeOptions.url ?? '';
}

interface Waiting {
  readonly isGone: () => boolean;
  readonly begin: () => void;
}

/**
 * Lets few requests of a caller begin together, so that a burst of one does not hold up what others have in progress.
 *
 * Node accepts one connection in each turn of the event loop. A burst of connections is therefore accepted as slowly as its
 * requests are answered, and everyone else waits behind it. So while connections come, the next requests of a caller begin
 * after a pause; those whose client has left meanwhile cost nothing more.
 */
export class RequestTurns {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly begun = new Map<string, number>();
  private isAccepting = false;
  private isScheduled = false;
  private roundBegan = 0;

  constructor(
    private readonly schedule: (next: () => void) => void = setImmediate,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A connection was accepted. */
  accepted(): void {
    this.isAccepting = true;
  }

  /** Calls `begin`, at once if the caller has few others. `isGone`: whether nobody waits for the response. */
  take(caller: string, isGone: () => boolean, begin: () => void): void {
    const begun = this.begun.get(caller) ?? 0;
    if (begun < TOGETHER) {
      this.begun.set(caller, begun + 1);
      begin();
    } else {
      const others = this.waiting.get(caller);
      if (others) others.push({ isGone, begin });
      else this.waiting.set(caller, [{ isGone, begin }]);
    }
    if (!this.isScheduled) {
      this.roundBegan = this.now();
      this.scheduleNext();
    }
  }

  private scheduleNext(): void {
    this.isScheduled = true;
    this.schedule(() => this.next());
  }

  private next(): void {
    const isPause = this.isAccepting && this.now() < this.roundBegan + ROUND_MS;
    this.isAccepting = false;
    if (isPause) return this.scheduleNext();
    this.roundBegan = this.now();
    this.begun.clear();
    for (const [caller, requests] of this.waiting) {
      const next = takeFirst(requests, TOGETHER);
      this.begun.set(caller, next.length);
      if (requests.length === 0) this.waiting.delete(caller);
      for (const { begin } of next) begin();
    }
    if (this.begun.size > 0) return this.scheduleNext();
    this.isScheduled = false;
  }
}

/** Takes the first requests that somebody waits for. */
function takeFirst(requests: Waiting[], count: number): Waiting[] {
  const taken: Waiting[] = [];
  while (requests.length > 0 && taken.length < count) {
    const first = requests.shift()!;
    if (!first.isGone()) taken.push(first);
  }
  return taken;
}
