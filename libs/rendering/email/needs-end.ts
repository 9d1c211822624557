/** Elements that nothing closes, and those that the next of their kind closes. */
const WITHOUT_END =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|option|thead|tbody|tfoot)$/i;

/** Whether what follows the tag of this element is inside of it until another tag closes it. */
export function needsEnd(element: string): boolean {
  return !WITHOUT_END.test(element);
}
