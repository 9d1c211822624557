import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { IsBoolean } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';

/** Channels to switch on or off. One that is left out stays as it is. */
export class PatchPreferenceChannelsDto {
  /** Email. */
  @Optional({ nullable: false })
  @IsBoolean()
  email?: boolean;

  /** SMS. */
  @Optional({ nullable: false })
  @IsBoolean()
  sms?: boolean;

  /** In-app. */
  @Optional({ nullable: false })
  @IsBoolean()
  in_app?: boolean;

  /** Chat. */
  @Optional({ nullable: false })
  @IsBoolean()
  chat?: boolean;

  /** Push. */
  @Optional({ nullable: false })
  @IsBoolean()
  push?: boolean;

  /** Tools, such as PagerDuty. */
  @Optional({ nullable: false })
  @IsBoolean()
  tool?: boolean;
}

/** Which channels are on. */
export class PreferenceChannelsDto {
  /** Email. */
  email?: boolean;

  /** SMS. */
  sms?: boolean;

  /** In-app. */
  in_app?: boolean;

  /** Chat. */
  chat?: boolean;

  /** Push. */
  push?: boolean;

  /** Tools, such as PagerDuty; listed for a workflow that has such a step, and not among the global ones. */
  tool?: boolean;
}

export function toLayer(channels: PatchPreferenceChannelsDto | undefined): PreferenceLayer {
  const { email, sms, in_app, chat, push, tool } = channels ?? {};
  const stated = Object.entries({ email, sms, in_app, chat, push, tool }).filter(
    ([, enabled]) => enabled !== undefined,
  );
  return { channels: Object.fromEntries(stated.map(([channel, enabled]) => [channel, { enabled }])) };
}
