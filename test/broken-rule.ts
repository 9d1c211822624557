/**
 * Matches the message of a broken rule, with or without what it says of a value of another kind: `name must be a string, not
 * a number: put it in double quotes`.
 */
export function brokenRule(rule: string): unknown {
  const literal = rule.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return expect.stringMatching(new RegExp(`^${literal}(, but is missing.*|, not (a |an |null).*)?$`));
}
