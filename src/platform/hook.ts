/** An event of one module that modules above it react to. The module does not know them: they add listeners, which it awaits. */
export class Hook<Event> {
  private readonly listeners: ((event: Event) => Promise<void>)[] = [];

  /** To be called during application start. */
  add(listener: (event: Event) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners one after the other; rejects with the first that rejects, without calling the rest. */
  async run(event: Event): Promise<void> {
    for (const listener of this.listeners) await listener(event);
  }
}
