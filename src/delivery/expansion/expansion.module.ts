import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Subscriber, SubscriberSchema } from '../../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { TopicsModule } from '../../topics/topics.module.js';
import { Everybody } from './everybody.js';
import { ExpansionService } from './expansion.service.js';
import { TopicMembers } from './topic-members.js';

@Module({
  imports: [
    SubscribersModule,
    TopicsModule,
    MongooseModule.forFeature([{ name: Subscriber.name, schema: SubscriberSchema }]),
  ],
  providers: [Everybody, ExpansionService, TopicMembers],
  exports: [ExpansionService],
})
export class ExpansionModule {}
