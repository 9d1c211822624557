import { oneOf } from '../../search-text';

/** How an email can be looked at: on the page of a computer (the default), on a phone, as text, in the list of a mail program. */
export const MAIL_FRAMES = ['phone', 'text', 'list'] as const;

/** What the address says of a preview. */
export interface FrameSearch {
  frame?: (typeof MAIL_FRAMES)[number];
  /** Dark colors; light ones where it says nothing. */
  scheme?: 'dark';
}

/** The part of the address that belongs to a preview. */
export function frameSearchOf({ frame, scheme }: Record<string, unknown>): FrameSearch {
  return { frame: oneOf(MAIL_FRAMES, frame), scheme: oneOf(['dark'] as const, scheme) };
}
