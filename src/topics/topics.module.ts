import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { TopicSubscription, TopicSubscriptionSchema } from './subscriptions/topic-subscription.schema.js';
import { TopicSubscriptionsService } from './subscriptions/topic-subscriptions.service.js';
import { Topic, TopicSchema } from './topic.schema.js';
import { TopicsController } from './topics.controller.js';
import { TopicsService } from './topics.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Topic.name, schema: TopicSchema },
      { name: TopicSubscription.name, schema: TopicSubscriptionSchema },
    ]),
  ],
  controllers: [TopicsController],
  providers: [TopicsService, TopicSubscriptionsService],
  exports: [TopicsService, TopicSubscriptionsService],
})
export class TopicsModule {}
