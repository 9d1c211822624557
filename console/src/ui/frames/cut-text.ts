const CHARACTERS = new Intl.Segmenter();

/** The room of a program for a text, in visible characters. */
export function cutText(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(CHARACTERS.segment(line), ({ segment }) => segment);
  return characters.length <= max ? line : `${characters.slice(0, max).join('').trimEnd()}…`;
}

/** What mail programs show of an email in their list, about: computers in one line, phones below each other. */
const LISTS = {
  computer: { subject: 70, line: 110 },
  phone: { subject: 40, preheader: 80 },
} as const;

export type MailList = keyof typeof LISTS;

/** Subject and preheader as a list has them. Computers give the preheader what the subject leaves of the line. */
export function rowOf(list: MailList, subject: string, preheader: string): { subject: string; preheader: string } {
  const { subject: room, ...rest } = LISTS[list];
  const first = cutText(subject, room);
  const left = 'line' in rest ? rest.line - Array.from(CHARACTERS.segment(first)).length : rest.preheader;
  return { subject: first, preheader: cutText(preheader, left) };
}

/** What phones show of a notification on the lock screen, before it is opened. */
const LOCK_SCREENS = {
  iPhone: { title: 50, body: 178 },
  Android: { title: 65, body: 240 },
} as const;

export type Phone = keyof typeof LOCK_SCREENS;

export const PHONES = Object.keys(LOCK_SCREENS) as Phone[];

/** Title and body as the lock screen of a phone has them. */
export function noticeOf(phone: Phone, title: string, body: string): { title: string; body: string } {
  const room = LOCK_SCREENS[phone];
  return { title: cutText(title, room.title), body: cutText(body, room.body) };
}
