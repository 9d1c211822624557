import type { Types } from 'mongoose';
import type { Engagement } from '../../notifications/messages/message.schema.js';

/** A request for an address of an email. */
export interface Hit {
  messageId: Types.ObjectId;
  at: Date;
  /** The program that has made it on its own, if one has. */
  automatedBy?: string;
  /** The link that was followed, and how many there are; absent for the picture. */
  clicked?: { link: number; links: number };
}

interface Click {
  at: Date;
  link: number;
}

/** What was requested of one message and is not stored yet. */
export interface MessageHits {
  messageId: Types.ObjectId;
  opened?: { at: Date; count: number };
  /** The first clicks, oldest first. */
  clicks: Click[];
  /** Clicks beyond these. */
  moreClicks: number;
  /** How many links the message has. */
  links: number;
  automated?: { at: Date; count: number; by: string };
  /** How often its message was looked for. */
  looks: number;
  dueAt: number;
}

/** For how long hits of a message are gathered: scanners follow all its links in this time. */
const BURST_MS = 1500;
/** Links that nobody follows within the time of a burst. */
const MANY_LINKS = 5;
/** Clicks of a message that are looked at one by one. */
const MAX_CLICKS = 50;
/** Messages that are waited for at a time; requests for further ones are not counted. */
const MAX_MESSAGES = 50_000;
/** Milliseconds after which a message is looked for again: it is stored some time after it was sent. */
const PAUSES = [1000, 5000, 20_000, 60_000, 120_000];

/** Gathers requests in memory, by message. */
export class GatheredHits {
  private byMessage = new Map<string, MessageHits>();

  constructor(private readonly limit = MAX_MESSAGES) {}

  get size(): number {
    return this.byMessage.size;
  }

  add({ messageId, at, automatedBy, clicked }: Hit): void {
    const hits = this.of(messageId, at);
    if (!hits) return;
    if (automatedBy !== undefined) hits.automated = withOne(hits.automated, at, { by: automatedBy });
    else if (!clicked) hits.opened = withOne(hits.opened, at, {});
    else {
      hits.links = clicked.links;
      if (hits.clicks.length < MAX_CLICKS) hits.clicks.push({ at, link: clicked.link });
      else hits.moreClicks += 1;
    }
  }

  /** Removes what is due, or all, and returns it. */
  take(now: Date, all = false): MessageHits[] {
    const due = [...this.byMessage].filter(([, { dueAt }]) => all || dueAt <= now.getTime());
    for (const [id] of due) this.byMessage.delete(id);
    return due.map(([, hits]) => hits);
  }

  /** Keeps hits whose message was not found, for a while. */
  keepUnknown(unknown: readonly MessageHits[], now: Date): void {
    for (const hits of unknown) {
      const pause = PAUSES[hits.looks];
      if (pause === undefined) continue;
      this.keep([{ ...hits, looks: hits.looks + 1, dueAt: now.getTime() + pause }]);
    }
  }

  /** Keeps hits that could not be stored. */
  keep(taken: readonly MessageHits[]): void {
    for (const hits of taken) {
      const id = hits.messageId.toHexString();
      const newer = this.byMessage.get(id);
      this.byMessage.set(id, newer ? joined(hits, newer) : hits);
    }
  }

  private of(messageId: Types.ObjectId, at: Date): MessageHits | undefined {
    const id = messageId.toHexString();
    const known = this.byMessage.get(id);
    if (known || this.byMessage.size >= this.limit) return known;
    const made = { messageId, clicks: [], moreClicks: 0, links: 0, looks: 0, dueAt: at.getTime() + BURST_MS };
    this.byMessage.set(id, made);
    return made;
  }
}

function withOne<T>(before: { at: Date; count: number } | undefined, at: Date, more: T) {
  return { at: before?.at ?? at, count: (before?.count ?? 0) + 1, ...more };
}

function joined(older: MessageHits, newer: MessageHits): MessageHits {
  return {
    ...older,
    ...((older.opened ?? newer.opened) && { opened: sum(older.opened, newer.opened) }),
    ...((older.automated ?? newer.automated) && {
      automated: { ...sum(older.automated, newer.automated), by: (newer.automated ?? older.automated)!.by },
    }),
    clicks: [...older.clicks, ...newer.clicks],
    moreClicks: older.moreClicks + newer.moreClicks,
    links: Math.max(older.links, newer.links),
  };
}

function sum(older: MessageHits['opened'], newer: MessageHits['opened']): { at: Date; count: number } {
  return { at: (older ?? newer)!.at, count: (older?.count ?? 0) + (newer?.count ?? 0) };
}

/**
 * What the hits of a message say (behaviour CS83, CS84). Clicks of a burst over many or all links are of programs.
 */
export function engagementOf({
  opened,
  clicks,
  moreClicks,
  links,
  automated,
}: Omit<MessageHits, 'messageId' | 'looks' | 'dueAt'>): Engagement {
  const byPrograms = burstIn(clicks, links);
  const byPeople = clicks.filter((click) => !byPrograms.includes(click));
  const [first] = byPeople;
  const [firstOfPrograms] = byPrograms;
  return {
    ...(opened && { opened }),
    ...(first && { clicked: { at: first.at, count: byPeople.length + moreClicks } }),
    ...((automated ?? firstOfPrograms) && {
      automated: {
        at: new Date(Math.min(...[automated?.at, firstOfPrograms?.at].flatMap((at) => at?.getTime() ?? []))),
        count: (automated?.count ?? 0) + byPrograms.length + (first ? 0 : moreClicks),
        by: firstOfPrograms ? 'all links at once' : automated!.by,
      },
    }),
  };
}

/** The clicks within the time of a burst, if they are on as many links as nobody follows in that time. */
function burstIn(clicks: readonly Click[], links: number): readonly Click[] {
  for (const [index, { at }] of clicks.entries()) {
    const within = clicks.slice(index).filter((click) => click.at.getTime() - at.getTime() <= BURST_MS);
    const followed = new Set(within.map(({ link }) => link)).size;
    if (followed >= MANY_LINKS || (links >= 2 && followed >= links)) return within;
  }
  return [];
}
