import { mailboxOf } from '#libs/providers/kit/content.js';
import { mailboxTextOf } from '../../../subscribers/subscriber-limits.js';
import type { RunScope } from '../run-input.js';
import type { OutgoingEmail } from '../step-effects.js';
import { textField, textList } from '../targets/channel-overrides.js';

type Fields = Readonly<Record<string, unknown>>;

/** The recipients of an email. */
interface Addresses {
  to: string[];
  cc: string[];
  bcc: string[];
}

/**
 * Behaviour E1: an override adds recipients, unless it says that it replaces them. Each string must be a single address, so
 * that no further recipients can be injected. `invalid`: the sources of values that were left out because they are none.
 */
export function addressesOf(
  { subscriber }: Pick<RunScope, 'subscriber'>,
  overrides: Fields,
  redirect: string | undefined,
): Addresses & { invalid: string[]; isReplaced: boolean } {
  const invalid = new Set<string>();
  const valid = (value: unknown, from: string): string[] => {
    const addresses = textList(value).map(mailboxTextOf);
    if (addresses.includes(undefined)) invalid.add(from);
    return withoutRepetition(textList(addresses));
  };
  const isReplaced = overrides.replaceToRecipient === true;
  const override = textField(overrides, 'toRecipient');
  const [address, source] =
    override === undefined
      ? [redirect ?? subscriber.email, redirect === undefined ? 'subscriber.email' : 'payload.email']
      : [override, 'overrides.email.toRecipient'];
  const own = isReplaced ? [] : valid(address, source);
  return {
    to: withoutRepetition([...own, ...valid(overrides.to, 'overrides.email.to')]),
    cc: valid(overrides.cc, 'overrides.email.cc'),
    bcc: valid(overrides.bcc, 'overrides.email.bcc'),
    invalid: [...invalid],
    isReplaced,
  };
}

/** An address gets one email, whatever names it has. */
function withoutRepetition(mailboxes: readonly string[]): string[] {
  const known = new Map(mailboxes.toReversed().map((one) => [mailboxOf(one).email, one]));
  return [...new Set(mailboxes)].filter((one) => known.get(mailboxOf(one).email) === one);
}

/** The addresses of one email. */
type Envelope = Pick<OutgoingEmail, 'to' | 'cc' | 'bcc'>;

/**
 * The emails that reach these addresses: one, with somebody in its `to`, which providers demand. Blind copies alone are
 * emails of their own, so that nobody sees another; none when there is not an address.
 */
export function envelopesOf({ to, cc, bcc }: Addresses): Envelope[] {
  if (to.length === 0 && cc.length === 0) return bcc.map((address) => ({ to: [address] }));
  const [named, copies] = to.length > 0 ? [to, cc] : [cc, []];
  return [{ to: named, ...(copies.length > 0 && { cc: copies }), ...(bcc.length > 0 && { bcc }) }];
}

/** Whether an envelope is one of several emails of the step: a blind copy by itself, other than the first of nothing else. */
export function isFurther({ to: [address] }: Envelope, { to, cc, bcc }: Addresses): boolean {
  if ([...to, ...cc].includes(address!)) return false;
  return to.length > 0 || cc.length > 0 || address !== bcc[0];
}
