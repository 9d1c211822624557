/** Addresses as most APIs take them: each in an object of its own. Undefined for none, so that the field is left out. */
export function addressed(emails: readonly string[] | undefined): { email: string }[] | undefined {
  return emails && emails.length > 0 ? emails.map((email) => ({ email })) : undefined;
}

/** Addresses in one text, with commas between. */
export function listed(emails: readonly string[] | undefined): string | undefined {
  return emails && emails.length > 0 ? emails.join(', ') : undefined;
}
