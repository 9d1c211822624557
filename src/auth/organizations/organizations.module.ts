import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { EditorsService } from './editors.service.js';
import { User, UserSchema } from './user.schema.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [EnvironmentsModule, MongooseModule.forFeature([{ name: User.name, schema: UserSchema }])],
  controllers: [UsersController],
  providers: [EditorsService],
  exports: [EditorsService],
})
export class OrganizationsModule {}
