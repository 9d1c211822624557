import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { ProfileCredentials } from '../../subscribers/credentials/profile-credentials.js';
import type { SentProfile, SubscriberProfile } from '../../subscribers/subscriber-profile.js';
import type { Trigger } from './read-trigger.js';

/** Encrypts what a trigger holds, as far as it is to be encrypted. Throws a 422 that says why it cannot be accepted. */
export type SealTrigger = (trigger: Trigger) => Trigger<SubscriberProfile>;

/** Encrypts the credentials of the people that triggers name, before they are stored (behaviour R12). */
@Injectable()
export class SealCredentials {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly credentials: ProfileCredentials,
  ) {}

  /** Looks at the integrations of the environment only if the triggers hold any credentials. */
  async prepare(environment: EnvironmentRef, triggers: readonly Trigger[]): Promise<SealTrigger> {
    const needed = triggers.some((trigger) => peopleOf(trigger).some(({ channels }) => channels !== undefined));
    const active = needed ? await this.integrations.findActive(environment) : [];
    return (trigger) => this.seal(environment, trigger, active);
  }

  private seal(
    environment: EnvironmentRef,
    { actor, recipients, ...trigger }: Trigger,
    active: readonly Integration[],
  ): Trigger<SubscriberProfile> {
    const seal = (profile: SentProfile, field: string) =>
      this.credentials.seal(environment, profile, { active, field });
    const placeOf = (index: number) => (recipients.length === 1 ? 'to' : `to.${index}`);
    return {
      ...trigger,
      ...(actor && { actor: seal(actor, 'actor') }),
      recipients: recipients.map((one, index) =>
        one.kind === 'subscriber' ? { ...one, profile: seal(one.profile, placeOf(index)) } : one,
      ),
    };
  }
}

function peopleOf({ actor, recipients }: Trigger): SentProfile[] {
  const named = recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile] : []));
  return actor ? [actor, ...named] : named;
}
