import type { NoticeChannel, NoticeSubscriber } from './pub-sub.js';

/** A notice with the name of its channel. */
export type NamedNotice = readonly [channel: string, notice: object];

/** The subscribers of this process. */
export class Subscribers {
  private readonly byChannel = new Map<string, NoticeSubscriber<object>[]>();

  add<Notice extends object>({ name }: NoticeChannel<Notice>, subscriber: NoticeSubscriber<Notice>): void {
    const others = this.byChannel.get(name) ?? [];
    this.byChannel.set(name, [...others, subscriber]);
  }

  /** Each subscriber gets all notices of its channel at once. */
  onNotices(notices: readonly NamedNotice[]): void {
    for (const [name, subscribers] of this.byChannel) {
      const own = notices.filter(([channel]) => channel === name).map(([, notice]) => notice);
      if (own.length > 0) subscribers.forEach((subscriber) => subscriber.onNotices(own));
    }
  }

  onInterruption(): void {
    for (const subscribers of this.byChannel.values()) subscribers.forEach((subscriber) => subscriber.onInterruption());
  }

  clear(): void {
    this.byChannel.clear();
  }
}
