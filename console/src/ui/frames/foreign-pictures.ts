import { ownPicture } from '../own-picture';

const PICTURE =
  /<img\b(?:"[^"]*"|'[^']*'|[^>"'])*?\ssrc\s*=\s*["']?\s*(https?:[^\s"'>]+)|\b(?:background\s*=\s*["']?|url\(\s*["']?)https?:/gi;

/** Whether an email has pictures that are not kept here. */
export function hasForeignPictures(html: string): boolean {
  return Array.from(html.matchAll(PICTURE)).some(([, src]) => src === undefined || ownPicture(src) === undefined);
}
