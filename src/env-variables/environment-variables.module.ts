import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { EnvironmentVariable, EnvironmentVariableSchema } from './environment-variable.schema.js';
import { EnvironmentVariablesController } from './environment-variables.controller.js';
import { EnvironmentVariablesService } from './environment-variables.service.js';
import { VariableDefinitionsService } from './variable-definitions.service.js';

@Module({
  imports: [
    EnvironmentsModule,
    MongooseModule.forFeature([{ name: EnvironmentVariable.name, schema: EnvironmentVariableSchema }]),
  ],
  controllers: [EnvironmentVariablesController],
  providers: [EnvironmentVariablesService, VariableDefinitionsService],
  exports: [EnvironmentVariablesService, VariableDefinitionsService],
})
export class EnvironmentVariablesModule {}
