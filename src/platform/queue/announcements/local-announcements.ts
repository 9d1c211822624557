import { Announcements, type InboxHearer, type InboxNotice } from './announcements.js';

/** {@link Announcements} where this process is the only one. */
export class LocalAnnouncements extends Announcements {
  private readonly hearers = new Set<InboxHearer>();

  announce(notice: InboxNotice): void {
    for (const hearer of this.hearers) hearer.hear([notice]);
  }

  listen(hearer: InboxHearer): Promise<void> {
    this.hearers.add(hearer);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.hearers.clear();
    return Promise.resolve();
  }
}
