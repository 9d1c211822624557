import type { Severity } from '../../../../src/workflows/workflow.schema.js';
import type { Bulk, Change, Content, Button } from './operations.js';

/** Which notifications are asked for; `kind` is a value of their `data`. */
export interface Filter {
  read?: boolean;
  seen?: boolean;
  archived?: boolean;
  snoozed?: boolean;
  tag?: string;
  severity?: Severity;
  kind?: string;
}

/** What does not change about a notification. */
export interface Made extends Content {
  id: string;
  severity: Severity;
  tag: string;
  buttons: readonly Button[];
}

/** One notification as inboxes show it; times in milliseconds. */
interface Shown extends Made {
  createdAt: number;
  expiresAt: number;
  seen: boolean;
  firstSeenAt?: number;
  read: boolean;
  readAt?: number;
  archived: boolean;
  archivedAt?: number;
  snoozedUntil?: number;
  deliveredAt: number[];
  completed: Set<Button>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SHORTEST_SNOOZE_MINUTES = 3;

/**
 * An inbox in memory that follows the table of behaviour section 11. It keeps what is shown: a snooze does no more than
 * hide, and its end makes unread. Methods return the status that the API responds with.
 */
export class InboxModel {
  private readonly inbox = new Map<string, Shown>();

  constructor(
    private now: number,
    private readonly retentionDays: number,
  ) {}

  add(made: Made): void {
    this.inbox.set(made.id, {
      ...made,
      createdAt: this.now,
      expiresAt: this.now + this.retentionDays * DAY,
      seen: false,
      read: false,
      archived: false,
      deliveredAt: [this.now],
      completed: new Set(),
    });
  }

  /** Time passes: snoozes end, what is kept for long enough goes. */
  forward(milliseconds: number): void {
    this.now += milliseconds;
    for (const shown of this.inbox.values()) {
      if (shown.expiresAt <= this.now) {
        this.inbox.delete(shown.id);
      } else if (shown.snoozedUntil !== undefined && shown.snoozedUntil <= this.now) {
        shown.deliveredAt.push(shown.snoozedUntil);
        delete shown.snoozedUntil;
        notRead(shown);
      }
    }
  }

  change(id: string, change: Change): number {
    const shown = this.inbox.get(id);
    if (!shown) return 404;
    if (shown.snoozedUntil !== undefined) return 400;
    this.apply(shown, change);
    return 200;
  }

  snooze(id: string, minutes: number): number {
    if (minutes < SHORTEST_SNOOZE_MINUTES) return 422;
    const shown = this.inbox.get(id);
    if (!shown) return 404;
    shown.snoozedUntil = this.now + minutes * MINUTE;
    shown.expiresAt = shown.snoozedUntil + this.retentionDays * DAY;
    return 200;
  }

  unsnooze(id: string): number {
    const shown = this.inbox.get(id);
    if (!shown) return 404;
    if (shown.snoozedUntil === undefined) return 200;
    delete shown.snoozedUntil;
    shown.deliveredAt.push(this.now);
    shown.expiresAt = this.now + this.retentionDays * DAY;
    return 200;
  }

  press(id: string, button: Button, completed: boolean): number {
    const shown = this.inbox.get(id);
    if (!shown) return 404;
    if (!shown.buttons.includes(button)) return 400;
    this.look(shown);
    shown.read = true;
    shown.readAt ??= this.now;
    if (completed) shown.completed.add(button);
    else shown.completed.delete(button);
    return 200;
  }

  remove(id: string): number {
    return this.inbox.delete(id) ? 204 : 404;
  }

  /** Changes all that are shown and match; deletes hidden ones, too. */
  bulk(bulk: Bulk, about: Pick<Filter, 'tag' | 'kind'>): number {
    for (const shown of this.inbox.values()) {
      if (!isAbout(shown, about)) continue;
      if (bulk === 'delete') this.inbox.delete(shown.id);
      else if (shown.snoozedUntil === undefined) this.applyBulk(shown, bulk);
    }
    return 204;
  }

  seen(ids: readonly string[]): number {
    for (const shown of this.inbox.values()) {
      if (ids.includes(shown.id) && shown.snoozedUntil === undefined) this.applyBulk(shown, 'seen');
    }
    return 204;
  }

  /** Newest first, as the API writes them. */
  list(filter: Filter): object[] {
    return this.matching(filter).map(viewOf);
  }

  ids(filter: Filter): string[] {
    return this.matching(filter).map(({ id }) => id);
  }

  count(filter: Filter): number {
    return this.matching(filter).length;
  }

  view(id: string): object | undefined {
    const shown = this.inbox.get(id);
    return shown && viewOf(shown);
  }

  has(id: string): boolean {
    return this.inbox.has(id);
  }

  /** It has never been hidden. */
  wasAlwaysShown(id: string): boolean {
    const shown = this.inbox.get(id);
    return shown !== undefined && shown.snoozedUntil === undefined && shown.deliveredAt.length === 1;
  }

  private matching(filter: Filter): Shown[] {
    return [...this.inbox.values()]
      .filter((shown) => matches(shown, filter))
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }

  private applyBulk(shown: Shown, bulk: Exclude<Bulk, 'delete'>): void {
    if (shown.archived) return;
    if (bulk === 'seen' && !shown.seen) this.look(shown);
    if (bulk === 'read' && !shown.read) this.apply(shown, 'read');
    if (bulk === 'archive' || (bulk === 'read-archive' && shown.read)) this.apply(shown, 'archive');
  }

  private apply(shown: Shown, change: Change): void {
    this.look(shown);
    if (change === 'unread') return notRead(shown);
    shown.read = true;
    shown.readAt ??= this.now;
    shown.archived = change === 'archive' || (change === 'read' && shown.archived);
    if (shown.archived) shown.archivedAt ??= this.now;
    else delete shown.archivedAt;
  }

  private look(shown: Shown): void {
    shown.seen = true;
    shown.firstSeenAt ??= this.now;
  }
}

function notRead(shown: Shown): void {
  shown.read = false;
  shown.archived = false;
  delete shown.readAt;
  delete shown.archivedAt;
}

function matches(shown: Shown, { read, seen, archived, snoozed, severity, ...about }: Filter): boolean {
  const isSnoozed = shown.snoozedUntil !== undefined;
  return (
    isSnoozed === (snoozed ?? false) &&
    // Snoozed ones are not left out for being archived.
    (archived === undefined ? isSnoozed || !shown.archived : shown.archived === archived) &&
    (read === undefined || shown.read === read) &&
    (seen === undefined || shown.seen === seen) &&
    (severity === undefined || shown.severity === severity) &&
    isAbout(shown, about)
  );
}

function isAbout(shown: Shown, { tag, kind }: Pick<Filter, 'tag' | 'kind'>): boolean {
  return (tag === undefined || shown.tag === tag) && (kind === undefined || shown.kind === kind);
}

function viewOf(shown: Shown): object {
  const at = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
  const button = (name: Button) => (shown.buttons.includes(name) ? shown.completed.has(name) : undefined);
  return {
    id: shown.id,
    createdAt: at(shown.createdAt),
    isSeen: shown.seen,
    firstSeenAt: at(shown.firstSeenAt),
    isRead: shown.read,
    readAt: at(shown.readAt),
    isArchived: shown.archived,
    archivedAt: at(shown.archivedAt),
    isSnoozed: shown.snoozedUntil !== undefined,
    snoozedUntil: at(shown.snoozedUntil),
    deliveredAt: shown.deliveredAt.map(at),
    primary: button('primary'),
    secondary: button('secondary'),
    severity: shown.severity,
    tags: [shown.tag],
    kind: shown.kind,
  };
}
