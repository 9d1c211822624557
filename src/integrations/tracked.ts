/** What is noted of the emails of an integration: that they were opened, that a link in them was clicked. */
export const TRACKED = ['opened', 'clicked'] as const;
export type Tracked = (typeof TRACKED)[number];

/** What is noted with these configurations; undefined for nothing (behaviour CS80). */
export function trackedBy({ trackOpens, trackClicks }: Readonly<Record<string, unknown>>): Tracked[] | undefined {
  const tracked = TRACKED.filter((one) => (one === 'opened' ? trackOpens : trackClicks) === true);
  return tracked.length > 0 ? tracked : undefined;
}
