/** What is known of an environment, as far as the person may see it; undefined: not known. */
export interface SetUp {
  integrations?: readonly { channel?: string; providerId: string; active: boolean; _environmentId?: string }[];
  workflows?: readonly { lastPublishedAt?: string }[];
  runs?: readonly unknown[];
  subscribers?: readonly { isOnline?: boolean | null; lastOnlineAt?: string | null }[];
  members?: readonly unknown[];
  invitations?: readonly unknown[];
}

export const STEPS = ['provider', 'workflow', 'test', 'inbox', 'invite', 'publish'] as const;

export type StartStep = (typeof STEPS)[number];

/** Whether each step is done; undefined where the person may not see it. */
export function progressOf(known: SetUp, environmentId: string): Record<StartStep, boolean | undefined> {
  const { integrations, workflows, runs, subscribers, members, invitations } = known;
  return {
    provider: integrations?.some(
      ({ channel, providerId, active, _environmentId }) =>
        active &&
        channel !== 'in_app' &&
        providerId !== 'outbox' &&
        (_environmentId ?? environmentId) === environmentId,
    ),
    workflow: workflows && workflows.length > 0,
    test: runs && runs.length > 0,
    // A widget that is open has a socket.
    inbox: subscribers?.some(({ isOnline, lastOnlineAt }) => isOnline === true || Boolean(lastOnlineAt)),
    invite: members && members.length + (invitations?.length ?? 0) > 1,
    publish: workflows?.some(({ lastPublishedAt }) => lastPublishedAt !== undefined),
  };
}
