/** Which workflows to list: those that subscribers cannot opt out of, the others, or both (behaviour F8). */
export const CRITICALITIES = ['critical', 'nonCritical', 'all'] as const;
export type Criticality = (typeof CRITICALITIES)[number];
