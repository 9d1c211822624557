import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { assertMayIssue, endFor } from '../../auth/credentials.js';
import type { Permission } from '../../auth/permissions.js';
import { contextKeys, parseContext } from '../../contexts/trigger-context.js';
import { Clock, later } from '../../platform/clock.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { PREFERENCES_PATH } from './message-links.service.js';
import { PreferenceLinks } from './preference-links.service.js';
import { CreatePreferencesLinkDto, type PreferencesLinkDto } from './preferences-link.dto.js';

/** What the holder of a link may do, about one subscriber. */
const OPENS: readonly Permission[] = ['subscribers:read', 'subscribers:write'];

@ApiTags('Subscriber preferences')
@Access('subscribers')
@Controller('v2/subscribers/:subscriberId/preferences-link')
export class PreferencesLinkController {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly links: PreferenceLinks,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Create a link to the preference page
   *
   * For a person whom your application has signed in. The page shows and changes the channels, the quiet hours, a pause
   * and the addresses of this subscriber, so this needs the permissions to read and write subscribers; 403 without one of
   * them. The link ends with the key at the latest; a new one does not end earlier ones.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() { expiresIn, context }: CreatePreferencesLinkDto,
  ): Promise<PreferencesLinkDto> {
    const keys = contextKeys(parseContext(context, this.config));
    const { _id } = await this.subscribers.findOrFail(environment, subscriberId);
    const expiresAt = endFor(environment, later(this.clock.now(), expiresIn * 1000));
    assertMayIssue(environment, { what: 'A preference page', permissions: OPENS, until: expiresAt });
    const sign = await this.links.signer();
    const token = sign({
      opens: 'own',
      environmentId: environment.id,
      subscriberId: _id,
      contextKeys: keys,
      expiresAt,
    });
    return { url: publicAddress(this.config, `${PREFERENCES_PATH}/${token}`), expiresAt: expiresAt.toISOString() };
  }
}
