/** How much a notification matters; widgets sort and colour by it. */
export const SEVERITIES = ['high', 'medium', 'low', 'none'] as const;

export type Severity = (typeof SEVERITIES)[number];
