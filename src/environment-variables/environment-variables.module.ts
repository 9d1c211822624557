import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EnvironmentVariable, EnvironmentVariableSchema } from './environment-variable.schema.js';
import { EnvironmentVariablesService } from './environment-variables.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: EnvironmentVariable.name, schema: EnvironmentVariableSchema }])],
  providers: [EnvironmentVariablesService],
  exports: [EnvironmentVariablesService],
})
export class EnvironmentVariablesModule {}
