import type { Subscriber } from '../../subscribers/subscriber.schema.js';

/** Enough of an address for the person to know it by, and too little for others to use it. */
export function maskedAddress({
  email,
  phone,
  firstName,
}: Pick<Subscriber, 'email' | 'phone' | 'firstName'>): string | undefined {
  if (email) return `${initialOf(email)}…${email.slice(email.lastIndexOf('@'))}`;
  if (phone) return `${phone.slice(0, 3)}…${phone.slice(-2)}`;
  return firstName ? `${initialOf(firstName)}…` : undefined;
}

function initialOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}
