import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Subscriber, SubscriberSchema } from '../../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { TopicsModule } from '../../topics/topics.module.js';
import { AllSubscribers } from './all-subscribers.js';
import { RecipientExpander } from './recipient-expander.service.js';
import { TopicMembers } from './topic-members.js';

@Module({
  imports: [
    SubscribersModule,
    TopicsModule,
    MongooseModule.forFeature([{ name: Subscriber.name, schema: SubscriberSchema }]),
  ],
  providers: [AllSubscribers, RecipientExpander, TopicMembers],
  exports: [RecipientExpander],
})
export class ExpansionModule {}
