import type { QueryFilter } from 'mongoose';
import type { InEnvironment } from '../auth/environment-ref.js';
import type { Subscriber } from './subscriber.schema.js';

/** Texts that fields must contain; an empty one filters nothing. */
export interface SubscriberSearch {
  email?: string;
  name?: string;
  phone?: string;
  subscriberId?: string;
  /** A part of one of these; capital letters make no difference. */
  search?: string;
  /** Capital letters make no difference in the other texts. */
  ignoreCase?: boolean;
}

/** Part of every "First Last", also of one without names. */
const BETWEEN_NAMES = ' ';

/** Selects the environment's subscribers whose fields contain all these texts. */
export function searchFilter(
  environment: InEnvironment,
  { email, name, phone, subscriberId, search, ignoreCase = false }: SubscriberSearch,
): QueryFilter<Subscriber> {
  const containing = containingWith(ignoreCase);
  return {
    environmentId: environment.id,
    ...(email && { email: containing(email) }),
    ...(phone && { phone: containing(phone) }),
    ...(subscriberId && { subscriberId: containing(subscriberId) }),
    ...(name && name !== BETWEEN_NAMES && { $or: namedWith(name, ignoreCase) }),
    ...(search && search !== BETWEEN_NAMES && { $and: [{ $or: anywhere(search) }] }),
  };
}

/** Which subscribers to find; all given conditions must match. */
export interface SubscriberMatch {
  subscriberIds?: string[];
  /** Complete addresses. */
  emails?: string[];
  /** Complete numbers, as they are stored. */
  phones?: string[];
  /** A part of the id, the email address, the phone number, or the name. */
  text?: string;
}

/** Selects the environment's subscribers that match; capital letters of `text` make no difference. */
export function matchFilter(
  environment: InEnvironment,
  { subscriberIds, emails, phones, text }: SubscriberMatch,
): QueryFilter<Subscriber> {
  return {
    environmentId: environment.id,
    ...(subscriberIds && { subscriberId: { $in: subscriberIds } }),
    ...(emails && { email: { $in: emails } }),
    ...(phones && { phone: { $in: phones } }),
    ...(text && text !== BETWEEN_NAMES && { $or: anywhere(text) }),
  };
}

/** The ways in which a subscriber has a text somewhere; capital letters make no difference. */
function anywhere(text: string): QueryFilter<Subscriber>[] {
  const containing = containingWith(true);
  return [
    { subscriberId: containing(text) },
    { email: containing(text) },
    { phone: containing(phonePart(text)) },
    ...namedWith(text, true),
  ];
}

/** What people put between the digits of a phone number; it is stored without. */
const SEPARATORS = /[\s()./-]/g;

/** A text as a part of a stored phone number. */
function phonePart(text: string): string {
  return /^\+?[\d\s()./-]*\d[\s()./-]*$/.test(text) ? text.replaceAll(SEPARATORS, '') : text;
}

/** A regular expression that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}

interface PatternFilter {
  $regex: string;
  $options?: string;
}

function containingWith(ignoreCase: boolean): (text: string) => PatternFilter {
  return (text) => matching(escapePattern(text), ignoreCase);
}

function matching($regex: string, ignoreCase: boolean): PatternFilter {
  return ignoreCase ? { $regex, $options: 'i' } : { $regex };
}

/**
 * The ways in which "First Last" contains a text. It is in either name or, at each of its spaces, goes from the end of
 * the first name to the beginning of the last one. Expressed by the fields alone, so that the keys of an index are
 * enough.
 */
function namedWith(text: string, ignoreCase: boolean): QueryFilter<Subscriber>[] {
  const inOne = ['firstName', 'lastName'].map((field) => ({ [field]: containingWith(ignoreCase)(text) }));
  const acrossBoth = [...text.matchAll(/ /g)].map(({ index }): QueryFilter<Subscriber> => {
    const [end, beginning] = [text.slice(0, index), text.slice(index + 1)];
    return {
      ...(end && { firstName: matching(`${escapePattern(end)}(?![\\s\\S])`, ignoreCase) }),
      ...(beginning && { lastName: matching(`^${escapePattern(beginning)}`, ignoreCase) }),
    };
  });
  return [...inOne, ...acrossBoth];
}
