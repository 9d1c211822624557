/** What a check has found. */
export interface Finding {
  /** `advice`: it works, and could be better; `problem`: something must be done. */
  readonly state: 'ok' | 'advice' | 'problem';
  /** What was looked at, in one or two words. */
  readonly subject: string;
  /** What was found. */
  readonly message: string;
  /** What to do. */
  readonly action?: string;
}

export const ok = (subject: string, message: string): Finding => ({ state: 'ok', subject, message });
export const advice = (subject: string, message: string, action: string): Finding => ({
  state: 'advice',
  subject,
  message,
  action,
});
export const problem = (subject: string, message: string, action: string): Finding => ({
  state: 'problem',
  subject,
  message,
  action,
});

/** The findings as lines to read. */
export function describeFindings(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ state, subject, message, action }) => [
    `${state.padEnd(8)} ${subject}: ${message}`,
    ...(action === undefined ? [] : [`${' '.repeat(9)}→ ${action}`]),
  ]);
}
