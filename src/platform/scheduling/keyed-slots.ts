interface Slots {
  used: number;
  waiting: (() => void)[];
}

/** Limits the work with the same key that is in progress in this process; the rest waits for its turn, oldest first. */
export class KeyedSlots {
  private readonly slots = new Map<string, Slots>();

  constructor(private readonly limit: number) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const slots = this.slots.get(key) ?? { used: 0, waiting: [] };
    this.slots.set(key, slots);
    // A slot that becomes free while others wait is handed to the first of them, and stays used.
    if (slots.used < this.limit) slots.used += 1;
    else await new Promise<void>((resolve) => slots.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = slots.waiting.shift();
      if (next) next();
      else slots.used -= 1;
      if (slots.used === 0) this.slots.delete(key);
    }
  }
}
