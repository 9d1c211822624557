import type { NodemailerError, SMTPPoolSentMessageInfo } from 'nodemailer';
import { AccountError } from '../kit/account.js';
import { type EmailContent, mailboxOf } from '../kit/content.js';
import type { Ruling } from '../kit/fault.js';
import { problemFor, unreachableProblem } from '../kit/http/read-response.js';
import { saysNoMailbox } from '../webhooks/suppressions.js';
import type { AddressOutcome, ProviderResult, Refusal } from '../kit/provider.js';

/** Errors without a reply of the server, by the codes of Nodemailer (https://nodemailer.com/errors). */
const ERRORS: Readonly<Record<string, Ruling>> = {
  EAUTH: 'account',
  ENOAUTH: 'account',
  ECONFIG: 'account',
  EENVELOPE: 'recipient',
  EMESSAGE: 'content',
  ESTREAM: 'content',
  EMAXRECIPIENTS: 'content',
};

/**
 * Enhanced status codes of refusals (RFC 3463, RFC 7372, RFC 7505 and IANA's registry; 5.7.5xx and above of Exchange
 * Online: https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online). The
 * first row that fits decides. 5.1.0, 5.7.0 and 5.7.1 are used for everything and say nothing.
 */
const ENHANCED: readonly [RegExp, Ruling][] = [
  // The sender: its address is not valid, or not of this account.
  [/^5\.1\.[78]$/, 'account'],
  // The recipient: no such mailbox or host, no mail for it (null MX), disabled, full, no route, access denied.
  [/^5\.(1\.(1|2|3|4|5|6|9|10)|2\.[0124]|4\.[0-46-9])$/, 'recipient'],
  // The sending quota of the account (Gmail).
  [/^5\.4\.5$/, 'account'],
  // Too large for the mailbox or for the server; a request or a medium that cannot be read.
  [/^5\.(2\.3|3\.4|5\.[2-4]|6\.\d+)$/, 'content'],
  // Authentication is required (RFC 4954, and Gmail's 530 5.5.1).
  [/^5\.5\.1$/, 'account'],
  // Expansion of a list, and a mailbox that only some may write to.
  [/^5\.7\.(2|17|18|12\d|13\d)$/, 'recipient'],
  // Authentication, encryption, SPF, DKIM, DMARC, PTR, blocked addresses, sending limits.
  [/^5\.7\.([3-9]|\d{2,3})$/, 'account'],
];

/** Words of replies about the account, for codes that say nothing. */
const ABOUT_ACCOUNT =
  /\brelay|authenticat|\blog ?in\b|send as|not (?:owned|allowed to send|authori[sz]ed|verified)|\bsender\b|spamhaus|(?:block|black|deny) ?list|\b(?:SPF|DKIM|DMARC|PTR)\b|\bIP\b|client host|reputation|suspend|(?:send\w*|outgoing|daily|hourly|account|your) (?:\w+ )?(?:quota|limit)|(?:quota|limit)\w* exceeded (?:for|by)/i;
const ABOUT_RECIPIENT =
  /no such (?:user|mailbox|recipient)|user unknown|unknown (?:user|recipient)|mailbox (?:full|unavailable)/i;

/** Refusals without a code that says more, by the command that was refused (RFC 5321, section 4.2). */
function rulingAt(stage: string, code: number): Ruling {
  // 521 and 556: the host accepts no mail (RFC 7504).
  if (code === 521 || code === 556) return 'recipient';
  if (code === 530 || code === 534 || code === 535 || code === 538) return 'account';
  if (stage === 'RCPT TO') return 'recipient';
  // 552: too large, as the size was declared or transferred.
  if (stage === 'DATA' || code === 552) return 'content';
  return 'account';
}

/** The ruling for a reply of a mail server. Replies of the class 4 pass; any other than 5 was out of sequence. */
export function smtpRuling(code: number, reply: string, stage = ''): Ruling {
  if (code < 500) return 'passing';
  const [enhanced = ''] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reply) ?? [];
  const known = ENHANCED.find(([pattern]) => pattern.test(enhanced));
  if (known) return known[1];
  if (ABOUT_RECIPIENT.test(reply)) return 'recipient';
  return ABOUT_ACCOUNT.test(reply) ? 'account' : rulingAt(stage, code);
}

/**
 * The result for an error. `handedOver`: the server had received the whole message; unless it refused the message, it
 * is unknown whether it accepted it (behaviour S2).
 */
export function smtpProblem(error: unknown, handedOver: boolean): Refusal {
  if (error instanceof AccountError) return problemFor(error.fault, error.message);
  const unreachable = unreachableProblem(error);
  if (unreachable) return ambiguousIf(handedOver, unreachable);
  const { message, code = '', response, responseCode, command } = error as NodemailerError;
  const text = response ?? (message || String(error));
  if (responseCode !== undefined) {
    const stage = code === 'EAUTH' ? 'AUTH' : handedOver ? 'DATA' : command;
    const problem = { ...problemFor(smtpRuling(responseCode, text, stage), text), statusCode: responseCode };
    const isGone = stage === 'RCPT TO' && problem.fault === 'recipient' && saysNoMailbox(text);
    return isGone ? { ...problem, suppress: 'bounce' } : problem;
  }
  const ruling = ERRORS[code];
  return ruling ? problemFor(ruling, text) : ambiguousIf(handedOver, problemFor('passing', text));
}

function ambiguousIf(handedOver: boolean, { ambiguous: _whileConnecting, ...problem }: Refusal): Refusal {
  return handedOver && problem.kind === 'transient' ? { ...problem, ambiguous: true } : problem;
}

/** The addresses that an email is sent to this time. */
export function envelopeOf({ to, cc = [], bcc = [], only }: EmailContent): string[] {
  const all = [...new Set([...to, ...cc, ...bcc].map((text) => mailboxOf(text).email))];
  return only ? all.filter((address) => only.includes(address)) : all;
}

/**
 * The result of an email that the server accepted for at least one address. It is a failure when all in "To" that it
 * was sent to are refused; each address has its outcome.
 */
export function smtpResult(content: EmailContent, sent: SMTPPoolSentMessageInfo): ProviderResult {
  const addresses = outcomesOf(content, sent.rejectedErrors ?? []);
  const id = sent.serverMessageId ?? sent.messageId;
  if (!addresses) return { ok: true, id };
  const named = new Set(content.to.map((text) => mailboxOf(text).email));
  const main = addresses.filter(({ address }) => named.has(address));
  if (main.length === 0 || main.some(({ ok }) => ok)) return { ok: true, id, addresses };
  return {
    ...smtpProblem(
      sent.rejectedErrors?.find(({ recipient = '' }) => named.has(recipient)),
      false,
    ),
    addresses,
  };
}

/** The outcome of each address, when the server refused some: with `errors`, one for each of these. */
export function outcomesOf(content: EmailContent, errors: readonly NodemailerError[]): AddressOutcome[] | undefined {
  if (errors.length === 0) return undefined;
  return envelopeOf(content).map((address) => {
    const refused = errors.find(({ recipient }) => recipient === address);
    if (!refused) return { address, ok: true };
    const { fault, error, suppress } = smtpProblem(refused, false);
    return { address, ok: false, fault, error, ...(suppress && { suppress }) };
  });
}
