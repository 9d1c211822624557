import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { ContextsModule } from '../contexts/contexts.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ConsentsModule } from './consents/consents.module.js';
import { LinkKey, LinkKeySchema } from './links/link-key.schema.js';
import { LinkKeys } from './links/link-keys.service.js';
import { MessageLinks } from './links/message-links.service.js';
import { PreferencesLinkController } from './links/preferences-link.controller.js';
import { PreferenceLinks } from './links/preference-links.service.js';
import { Unsubscribing } from './links/unsubscribing.service.js';
import { Preference, PreferenceSchema } from './preference.schema.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesService } from './preferences.service.js';
import { SubscriberPreferencesService } from './subscriber-preferences.service.js';
import { PreferencesV1Controller } from './v1/preferences-v1.controller.js';

@Module({
  imports: [
    AuthModule,
    ConsentsModule,
    ContextsModule,
    MongooseModule.forFeature([
      { name: Preference.name, schema: PreferenceSchema },
      { name: LinkKey.name, schema: LinkKeySchema },
    ]),
    SubscribersModule,
    OutboundWebhooksModule,
    WorkflowsModule,
  ],
  controllers: [PreferencesController, PreferencesLinkController, PreferencesV1Controller],
  providers: [LinkKeys, MessageLinks, PreferenceLinks, PreferencesService, SubscriberPreferencesService, Unsubscribing],
  exports: [LinkKeys, MessageLinks, PreferenceLinks, PreferencesService, SubscriberPreferencesService, Unsubscribing],
})
export class PreferencesModule {}
