import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { ConsentsModule } from '../../preferences/consents/consents.module.js';
import { ContextsModule } from '../../contexts/contexts.module.js';
import { PreferencesModule } from '../../preferences/preferences.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { TranslationsModule } from '../../translations/translations.module.js';
import { ChoiceSaving } from './choice-saving.service.js';
import { PreferencePageController } from './preference-page.controller.js';
import { UnsubscribePages } from './unsubscribe-pages.service.js';
import { PreferencePages } from './preference-pages.service.js';

/** The page on which people choose what they receive. */
@Module({
  imports: [AuthModule, ConsentsModule, ContextsModule, PreferencesModule, SubscribersModule, TranslationsModule],
  controllers: [PreferencePageController],
  providers: [ChoiceSaving, PreferencePages, UnsubscribePages],
})
export class PreferencePageModule {}
