/** The parts of the own account. */
export const ACCOUNT_TABS = ['password', 'second-factor', 'sessions'] as const;

export type AccountTab = (typeof ACCOUNT_TABS)[number];
