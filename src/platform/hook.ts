/**
 * Something that happens in one module and has consequences in others that it does not know: those above it add what is
 * to be done, and it waits until that is done.
 */
export class Hook<Event> {
  private readonly listeners: ((event: Event) => Promise<void>)[] = [];

  /** To be called while the application starts. */
  add(listener: (event: Event) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Rejects when a listener does, after those before it have done their part. */
  async run(event: Event): Promise<void> {
    for (const listener of this.listeners) await listener(event);
  }
}
