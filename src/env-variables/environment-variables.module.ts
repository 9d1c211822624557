import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { EnvironmentVariable, EnvironmentVariableSchema } from './environment-variable.schema.js';
import { EnvironmentVariablesController } from './environment-variables.controller.js';
import { EnvironmentVariablesService } from './environment-variables.service.js';
import { VariableDefinitionsService } from './variable-definitions.service.js';

@Module({
  imports: [
    AuthModule,
    EnvironmentsModule,
    MongooseModule.forFeature([{ name: EnvironmentVariable.name, schema: EnvironmentVariableSchema }]),
  ],
  controllers: [EnvironmentVariablesController],
  providers: [EnvironmentVariablesService, VariableDefinitionsService],
  exports: [EnvironmentVariablesService, VariableDefinitionsService],
})
export class EnvironmentVariablesModule {}
