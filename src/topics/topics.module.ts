import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ContextsModule } from '../contexts/contexts.module.js';
import { Subscriber, SubscriberSchema } from '../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { Workflow, WorkflowSchema } from '../workflows/workflow.schema.js';
import { SubscribingService } from './subscriptions/subscribing.service.js';
import { MembersService } from './subscriptions/members.service.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { SubscriptionViewsService } from './subscriptions/subscription-views.service.js';
import { SubscriberSubscriptionsController } from './subscriptions/subscriber-subscriptions.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { TopicSubscription, TopicSubscriptionSchema } from './subscriptions/topic-subscription.schema.js';
import { TopicSubscriptionsService } from './subscriptions/topic-subscriptions.service.js';
import { Topic, TopicSchema } from './topic.schema.js';
import { TopicsController } from './topics.controller.js';
import { TopicsService } from './topics.service.js';
import { TopicsV1Controller } from './v1/topics-v1.controller.js';
import { TopicsV1Service } from './v1/topics-v1.service.js';

@Module({
  imports: [
    ContextsModule,
    SubscribersModule,
    MongooseModule.forFeature([
      { name: Subscriber.name, schema: SubscriberSchema },
      { name: Topic.name, schema: TopicSchema },
      { name: TopicSubscription.name, schema: TopicSubscriptionSchema },
      { name: Workflow.name, schema: WorkflowSchema },
    ]),
  ],
  controllers: [TopicsController, TopicsV1Controller, SubscriptionsController, SubscriberSubscriptionsController],
  providers: [
    MembersService,
    SubscribingService,
    SubscriptionViewsService,
    SubscriptionsService,
    TopicSubscriptionsService,
    TopicsService,
    TopicsV1Service,
  ],
  exports: [
    SubscribingService,
    SubscriptionsService,
    SubscriptionViewsService,
    TopicSubscriptionsService,
    TopicsService,
  ],
})
export class TopicsModule {}
