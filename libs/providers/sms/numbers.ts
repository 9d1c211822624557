/** An international number for services that want it without the plus in front. */
export function withoutPlus(number: string): string {
  return number.replace(/^\+/, '');
}

/** Whether a sender is a number, and no name. */
export function isNumber(sender: string): boolean {
  return /^\+?\d+$/.test(sender);
}
