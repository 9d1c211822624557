import type { SmtpServerPool } from './smtp-server-pool.js';
import { fingerprintOf, type SmtpSettings } from './smtp-settings.js';

/** Mail servers that connections are kept to at the same time. */
const MAX_SERVERS = 200;
const IDLE_MS = 60_000;

/** The pools of connections that are in use, one for each server and login. */
export class SmtpPools {
  /** In the order of their last use. */
  private readonly pools = new Map<string, SmtpServerPool>();

  constructor(private readonly limits = { servers: MAX_SERVERS, idleMs: IDLE_MS }) {}

  /** How many there are. */
  get size(): number {
    return this.pools.size;
  }

  /**
   * The pool for some settings; the one unused for longest makes room for it. `Pool` is its class, which comes with the
   * library: who sends has loaded it. Use the pool at once: one that is waited for may have been retired.
   */
  for(settings: SmtpSettings, Pool: typeof SmtpServerPool): SmtpServerPool {
    const key = fingerprintOf(settings);
    const pool = this.pools.get(key) ?? this.create(settings, Pool);
    this.pools.delete(key);
    this.pools.set(key, pool);
    const [oldest] = this.pools.keys();
    if (this.pools.size > this.limits.servers && oldest !== undefined) this.retire(oldest);
    return pool;
  }

  /** Closes the connections of some settings, when what is being sent over them has been sent. `only`: if it is this pool. */
  forget(settings: SmtpSettings, only?: SmtpServerPool): void {
    const key = fingerprintOf(settings);
    if (!only || this.pools.get(key) === only) this.retire(key);
  }

  private create(settings: SmtpSettings, Pool: typeof SmtpServerPool): SmtpServerPool {
    const pool: SmtpServerPool = new Pool(settings, {
      idleMs: this.limits.idleMs,
      onEmpty: () => {
        // Whatever is sent with it now is sent all the same; the next will find another.
        this.forget(settings, pool);
      },
    });
    return pool;
  }

  private retire(key: string): void {
    this.pools.get(key)?.retire();
    this.pools.delete(key);
  }
}
