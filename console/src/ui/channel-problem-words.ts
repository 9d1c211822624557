import type { Schemas } from '../api/client';

type Problem = Schemas['ChannelProblemDto'];

const NAMES: Readonly<Record<Problem['channel'], string>> = {
  in_app: 'in-app messages',
  email: 'email',
  sms: 'SMS',
  push: 'push notifications',
  chat: 'chat messages',
  tool: 'tool messages',
};

/** What is wrong with a channel, and what comes of it. */
export function channelProblemWords(
  { kind, channel, workflows, integrationName = '' }: Problem,
  environment: string,
): { title: string; about: string } {
  const what = NAMES[channel];
  const use = `${workflows.toLocaleString()} active ${workflows === 1 ? 'workflow sends' : 'workflows send'} ${what}`;
  switch (kind) {
    case 'no_integration':
      return {
        title: `No provider for ${what}`,
        about: `${use}, and ${environment} has no active integration for it. These messages fail. Retry them when you have connected a provider.`,
      };
    case 'no_primary':
      return {
        title: `No primary integration for ${what}`,
        about: `${use}, and none of the integrations in ${environment} is primary. These messages fail. Retry them when one is primary.`,
      };
    case 'refused':
      return {
        title: `The provider refuses ${integrationName}`,
        about: `${use}. Messages wait, or go through another integration, until the provider accepts the account.`,
      };
  }
}
