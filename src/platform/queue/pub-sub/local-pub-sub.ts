import { type NoticeChannel, type NoticeSubscriber, PubSub } from './pub-sub.js';
import { Subscribers } from './subscribers.js';

/** {@link PubSub} where this process is the only one. */
export class LocalPubSub extends PubSub {
  private readonly subscribers = new Subscribers();

  publish<Notice extends object>({ name }: NoticeChannel<Notice>, notice: Notice): void {
    this.subscribers.onNotices([[name, notice]]);
  }

  subscribe<Notice extends object>(
    channel: NoticeChannel<Notice>,
    subscriber: NoticeSubscriber<Notice>,
  ): Promise<void> {
    this.subscribers.add(channel, subscriber);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.subscribers.clear();
    return Promise.resolve();
  }
}
