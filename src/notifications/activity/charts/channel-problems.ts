import { type Channel, isChannel } from '#libs/channels.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { healthOf } from '../../../integrations/integrations.dto.js';
import { dto } from '../../../platform/http/dto.js';
import type { ChannelProblemDto } from './overview.dto.js';

type Sender = Pick<Integration, '_id' | 'channel' | 'name' | 'active' | 'primary' | 'conditions' | 'refusal'>;

/** Email and SMS are sent through one integration, other channels through every one (behaviour G2, G8). */
const CHOOSES_ONE: readonly Channel[] = ['email', 'sms'];

/**
 * The channels of active workflows in which messages fail or wait (behaviour CH9): no integration is used, or the provider
 * refuses one that is. `steps`: the kinds of steps of each active workflow. `integrations`: those of the environment.
 */
export function channelProblems(
  steps: readonly (readonly string[])[],
  integrations: readonly Sender[],
): ChannelProblemDto[] {
  const used = new Map<Channel, number>();
  for (const channel of steps.flatMap((types) => [...new Set(types)].filter(isChannel)))
    used.set(channel, (used.get(channel) ?? 0) + 1);
  return [...used].flatMap(([channel, workflows]) => {
    const active = integrations.filter((one) => one.channel === channel && one.active);
    return problemsOf(channel, active).map((problem) => dto<ChannelProblemDto>({ channel, workflows, ...problem }));
  });
}

function problemsOf(channel: Channel, active: readonly Sender[]): Pick<ChannelProblemDto, 'kind'>[] {
  if (active.length === 0) return [{ kind: 'no_integration' }];
  const usable = CHOOSES_ONE.includes(channel)
    ? active.filter(({ primary, conditions }) => primary || conditions.length > 0)
    : active;
  if (usable.length === 0) return [{ kind: 'no_primary' }];
  return usable.flatMap((one) => {
    const health = healthOf(one);
    if (!health) return [];
    const { status: _refusing, ...words } = health;
    return [{ kind: 'refused' as const, integrationId: one._id, integrationName: one.name, ...words }];
  });
}
