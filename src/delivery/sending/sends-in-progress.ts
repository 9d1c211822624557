import type { Content } from '#libs/providers/kit/content.js';

/** The text messages that this process is sending, by the number that they go to. */
export class SendsInProgress {
  private readonly open = new Map<string, Set<Promise<unknown>>>();

  /** Sends, and notes it meanwhile; only text messages are noted. */
  run<T>(content: Pick<Content, 'channel'> & { to?: unknown }, send: () => Promise<T>): Promise<T> {
    if (content.channel !== 'sms' || typeof content.to !== 'string') return send();
    const number = digitsOf(content.to);
    const sending = send();
    const others = this.open.get(number) ?? new Set();
    this.open.set(number, others.add(sending));
    const end = (): void => {
      others.delete(sending);
      if (others.size === 0) this.open.delete(number);
    };
    sending.then(end, end);
    return sending;
  }

  /** Resolves when what is being sent to a number now has been sent, or has failed. */
  async ended(number: string): Promise<void> {
    await Promise.allSettled(this.open.get(digitsOf(number)) ?? []);
  }
}

/** Numbers are written with and without the plus. */
function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}
