import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Preference, PreferenceSchema } from './preference.schema.js';
import { PreferencesService } from './preferences.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Preference.name, schema: PreferenceSchema }])],
  providers: [PreferencesService],
  exports: [PreferencesService],
})
export class PreferencesModule {}
