import type { Keyword } from '#libs/sms-keywords/language-keywords.js';
import { idIn, incompleteEvent } from './read-events.js';

/** A text message that somebody has sent to a number of the account. */
export interface InboundText {
  /** The provider's own id of the message. */
  id: string;
  /** Who has sent it, with a leading plus where that is an international number. */
  from: string;
  /** The number of the account it was sent to, as the provider writes it. */
  to: string;
  text: string;
  /** When it was received, where the provider says so. */
  at?: Date;
  /** It is a part of a longer message. */
  isPart?: true;
  /** What the provider takes it for, which may know keywords of its own. */
  keyword?: Keyword;
  /** The provider has answered it. */
  answered?: true;
}

/** How a provider posts inbound text messages; they are proven as its reports are. */
export interface TextsFormat {
  /** The response that the provider expects, where that is not JSON: what else it says would be sent as an answer. */
  response?: { type: string; body: string };
  /** The messages in a request. Throws {@link WebhookBodyError} when one of them is incomplete. */
  read(body: unknown): InboundText[];
}

/** A provider's own words for keywords. */
export type KeywordWords = Readonly<Record<string, Keyword>>;

/** Characters of a text that are kept: ten parts of a long message. */
const MAX_TEXT = 1600;
const MAX_NUMBER = 64;

type Member = 'id' | 'from' | 'to' | 'text';
type Given = Record<Member, unknown> & Omit<InboundText, Member>;

/** The message with these members. A text may be missing: pictures come without one. */
export function inboundText({ id, from, to, text, at, ...rest }: Given): InboundText {
  const known = { id: idIn(id), from: numberIn(from), to: numberIn(to) };
  const missing = Object.entries(known).find(([, value]) => value === undefined)?.[0];
  if (missing !== undefined) throw incompleteEvent(`${missing} of an inbound message`);
  return {
    id: known.id!,
    from: withPlus(known.from!),
    to: known.to!,
    text: typeof text === 'string' ? text.slice(0, MAX_TEXT) : '',
    ...(at && { at }),
    ...rest,
  };
}

/** The keyword for a provider's own word; undefined when it is not in the table. */
export function keywordIn(words: KeywordWords, word: unknown): Keyword | undefined {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined;
}

function numberIn(value: unknown): string | undefined {
  const number = typeof value === 'number' ? String(value) : value;
  return typeof number === 'string' && number.trim() !== '' && number.length <= MAX_NUMBER ? number.trim() : undefined;
}

/** Several providers leave out the plus of an international number. Short codes and names have none. */
function withPlus(number: string): string {
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number;
}
