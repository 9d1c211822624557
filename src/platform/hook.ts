/** An event of one module that modules above it react to. The module does not know them: they add listeners. */
export class Hook<Event = void> {
  private readonly listeners: ((event: Event) => void | Promise<void>)[] = [];

  /** To be called during application start. */
  add(listener: (event: Event) => void | Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners one after the other; rejects with the first that rejects, without calling the rest. */
  async run(event: Event): Promise<void> {
    for (const listener of this.listeners) await listener(event);
  }

  /** Calls all listeners at once, for events whose listeners neither wait nor throw. */
  protected notify(event: Event): void {
    for (const listener of this.listeners) void listener(event);
  }
}
