/** Why an address must not be written to any more, as providers say it. */
export type ReportedReason = 'bounce' | 'complaint' | 'unsubscribe' | 'stop';

/** Addresses that a provider says must not be written to any more (behaviour CS24). */
export interface ReportedSuppression {
  reason: ReportedReason;
  addresses: readonly string[];
}

const MAX_ADDRESS_LENGTH = 512;

/** The member of an event that says so; nothing without a reason or an address. */
export function suppressing(
  reason: ReportedReason | undefined,
  ...addresses: readonly unknown[]
): { suppress?: ReportedSuppression } {
  const named = addresses.filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '' && one.length <= MAX_ADDRESS_LENGTH,
  );
  return reason === undefined || named.length === 0 ? {} : { suppress: { reason, addresses: named } };
}

/** The reason of the first entry of a table that has one of the codes, separated by blanks. */
export function reasonIn(table: Partial<Record<ReportedReason, string>>, code: unknown): ReportedReason | undefined {
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  const entries = Object.entries(table) as [ReportedReason, string][];
  return entries.find(([, codes]) => codes.split(' ').includes(String(code)))?.[0];
}

/**
 * Enhanced codes (RFC 3463, RFC 7505) by which a mailbox or its domain does not exist, or is disabled for good. Not 5.2.2, a
 * full mailbox; not 5.4 and 5.7, which are about routes, and about the sender.
 */
const NO_MAILBOX = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;

const SAYS_NO_MAILBOX =
  /no such (?:user|mailbox|recipient|address|person)|(?:user|recipient|mailbox|account|address)[^.;]{0,40} (?:does not|doesn['’]t) exist|(?:user|recipient|mailbox) (?:is )?(?:unknown|not found|disabled)|(?:unknown|invalid) (?:user|recipient|mailbox)|domain (?:does not exist|not found)/i;

/** What is said of a mailbox that is there: it is full, answers by itself, is slow, or refuses this sender or content. */
const SAYS_OTHER =
  /quota|\bfull\b|over (?:its )?(?:limit|storage)|grey-?list|try again|out of (?:the )?office|auto-?(?:reply|respon)|vacation|spam|block|blacklist|blocklist|reputation|policy|\b(?:SPF|DKIM|DMARC|PTR)\b|denied|too (?:large|many|big)|rate limit/i;

/** Whether the words of a mail server say that there is no such mailbox. */
export function saysNoMailbox(text: string): boolean {
  const enhanced = enhancedIn(text);
  // 5.0.0, 5.1.0 and 5.5.0 are used for everything.
  if (enhanced && !/^5\.\d\.0$/.test(enhanced)) return NO_MAILBOX.test(enhanced);
  return !enhanced?.startsWith('4') && !SAYS_OTHER.test(text) && SAYS_NO_MAILBOX.test(text);
}

/** Whether the words of a bounce that its provider calls permanent say that the mailbox is there. */
export function saysMailboxExists(text: string | undefined): boolean {
  if (text === undefined) return false;
  const enhanced = enhancedIn(text);
  if (enhanced && !/^5\.\d\.0$/.test(enhanced)) return !NO_MAILBOX.test(enhanced);
  return SAYS_OTHER.test(text) && !SAYS_NO_MAILBOX.test(text);
}

function enhancedIn(text: string): string | undefined {
  return /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
}
