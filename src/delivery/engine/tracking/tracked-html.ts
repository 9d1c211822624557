import type { Types } from 'mongoose';
import { type EmailLink, type EmailLinks, withLinks } from '#libs/rendering/email/email-links.js';
import type { Tracked } from '../../../integrations/tracked.js';
import { toTrackedToken } from './tracked-token.js';

/** Path of addresses in emails that note what becomes of them. */
export const TRACKING_PATH = '/e/';

/** Pages of this installation that people reach from emails. Their links stay as they are. */
const UNTRACKED_PATHS = ['/u/', '/preferences/', TRACKING_PATH];

/** How one email is tracked. */
interface Tracking {
  tracked: readonly Tracked[];
  messageId: Types.ObjectId;
  /** Where its links lead: the public address of this installation with {@link TRACKING_PATH}. */
  address: string;
  key: Uint8Array;
}

/** The HTML of an email whose links and picture lead through this installation (behaviour CS81, CS82). */
export function trackedHtml(html: string, links: EmailLinks, { tracked, messageId, address, key }: Tracking): string {
  const leading = tracked.includes('clicked') ? links.links.filter(({ url }) => isTracked(url, address)) : [];
  const addressOf = (found: EmailLink): string | undefined => {
    const link = leading.indexOf(found);
    if (link === -1) return undefined;
    return address + toTrackedToken({ kind: 'clicked', messageId, url: found.url, link, links: leading.length }, key);
  };
  const picture = `${address}${toTrackedToken({ kind: 'opened', messageId }, key)}.gif`;
  return withLinks(html, links, addressOf, tracked.includes('opened') ? pictureAt(picture) : '');
}

/** How many bytes longer an email becomes, roughly. */
export function trackedGrowth({ links }: EmailLinks, tracked: readonly Tracked[], address: string): number {
  const growth = links.map(({ url, start, end }) => {
    const token = Math.ceil(((url.length + CLAIM_BYTES) * 4) / 3);
    return isTracked(url, address) ? address.length + token - (end - start) : 0;
  });
  const clicks = tracked.includes('clicked') ? growth.reduce((sum, one) => sum + one, 0) : 0;
  return Math.max(0, clicks) + (tracked.includes('opened') ? pictureAt(address).length + PICTURE_TOKEN : 0);
}

const CLAIM_BYTES = 31;
const PICTURE_TOKEN = 43;

/** Longer ones stay as they are: their tokens would be too long for a path, and the email for Gmail. */
const MAX_URL_LENGTH = 700;

function isTracked(url: string, address: string): boolean {
  const base = new URL(address).href.slice(0, -TRACKING_PATH.length);
  return url.length <= MAX_URL_LENGTH && !UNTRACKED_PATHS.some((path) => url.startsWith(base + path));
}

function pictureAt(address: string): string {
  return `<img src="${address}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`;
}
