import { Announcements, type InboxHearer, type InboxNotice } from './announcements.js';

/** {@link Announcements} where this process is the only one. */
export class LocalAnnouncements extends Announcements {
  private hearer?: InboxHearer;

  announce(notice: InboxNotice): void {
    this.hearer?.hear([notice]);
  }

  listen(hearer: InboxHearer): Promise<void> {
    this.hearer = hearer;
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.hearer = undefined;
    return Promise.resolve();
  }
}
