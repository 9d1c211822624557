import { type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

/**
 * Connects to the master that sentinels name, and leaves it when they name another. Unlike ioredis's own connector, it
 * does not listen for a new master while it connects: a notice in that moment would end the attempt, and ioredis does not
 * try again then, so that the client would stay closed as long as the process lives.
 */
export class MasterConnector extends SentinelConnector {
  /** Is given the client's options as a whole, which ioredis types as unknown. */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...args: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    // The connection that ended has left its listener for a new master behind.
    this.disconnect();
    return super.connect(...args);
  }
}
