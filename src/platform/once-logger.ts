import type { Logger } from './logging/logger.js';

/** Writes one line when something begins to fail, and none again before it has worked meanwhile. */
export class OnceLogger {
  private failing = false;

  constructor(
    private readonly logger: Logger,
    private readonly message: string,
  ) {}

  failed(error: unknown): void {
    if (this.failing) return;
    this.failing = true;
    this.logger.warn({ err: error }, this.message);
  }

  worked(): void {
    this.failing = false;
  }
}
