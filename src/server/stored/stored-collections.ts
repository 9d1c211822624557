import type { Schema } from 'mongoose';
import { OneTimeLinkSchema } from '../../accounts/links/one-time-link.schema.js';
import { UsedStateSchema } from '../../accounts/oidc/used-state.schema.js';
import { SignInAttemptsSchema } from '../../accounts/guesses/sign-in-attempts.schema.js';
import { AssetContentSchema, AssetSchema } from '../../assets/asset.schema.js';
import { AuditEntrySchema } from '../../audit/audit-entry.schema.js';
import { EnvironmentSchema } from '../../auth/environment.schema.js';
import { OrganizationSchema, UserSchema } from '../../auth/organizations/organization.schema.js';
import { AccountSchema } from '../../auth/people/account.schema.js';
import { PersonSessionSchema } from '../../auth/people/person-session.schema.js';
import { ChannelConnectionSchema } from '../../channels/connections/channel-connection.schema.js';
import { ChannelEndpointSchema } from '../../channels/endpoints/channel-endpoint.schema.js';
import { ChatLinkSchema } from '../../channels/linking/chat-link.schema.js';
import { ConsentSchema } from '../../preferences/consents/consent.schema.js';
import { ContextSchema } from '../../contexts/context.schema.js';
import { ClosedWindowSchema, DigestPageSchema, DigestSchema } from '../../delivery/runs/digest/digest.schema.js';
import { ThrottleSchema } from '../../delivery/runs/throttle/throttle.schema.js';
import { IntegrationPaceSchema } from '../../delivery/sending/rates/integration-pace.schema.js';
import { EnvironmentVariableSchema } from '../../env-variables/environment-variable.schema.js';
import { EnvironmentDeletionSchema } from '../../erasure/environments/environment-deletion.schema.js';
import { SubscriberDeletionSchema } from '../../erasure/subscribers/subscriber-deletion.schema.js';
import { AttachmentSchema } from '../../events/attachments/attachment.schema.js';
import { EventSchema } from '../../events/store/event.schema.js';
import { InboundTextRecordSchema } from '../../inbound-messages/inbound-text.schema.js';
import { IntegrationSchema } from '../../integrations/integration.schema.js';
import { LayoutSchema } from '../../layouts/layout.schema.js';
import { LegacyApplicationSchema } from '../../legacy/applications/legacy-application.schema.js';
import { LegacyUserSchema } from '../../legacy/applications/legacy-user.schema.js';
import { NotificationTypeSchema } from '../../legacy/types/notification-type.schema.js';
import { RunSchema } from '../../notifications/activity/run.schema.js';
import { ActivityCountSchema } from '../../notifications/activity/charts/activity-count.schema.js';
import { MessageContentSchema } from '../../notifications/activity/content/message-content.schema.js';
import { MessageSchema } from '../../notifications/messages/message.schema.js';
import { WebhookDeliverySchema } from '../../outbound-webhooks/recording/webhook-delivery.schema.js';
import { WebhookEndpointSchema } from '../../outbound-webhooks/webhook-endpoint.schema.js';
import { OutboxMessageSchema } from '../../outbox/outbox-message.schema.js';
import { LinkKeySchema } from '../../preferences/links/link-key.schema.js';
import { PreferenceSchema } from '../../preferences/preference.schema.js';
import { PresenceNodeSchema } from '../../subscribers/presence/presence-node.schema.js';
import { SubscriberSchema } from '../../subscribers/subscriber.schema.js';
import { SuppressionSchema } from '../../suppressions/suppression.schema.js';
import { TenantSchema } from '../../contexts/tenants/tenant.schema.js';
import { TopicSubscriptionSchema } from '../../topics/subscriptions/topic-subscription.schema.js';
import { TopicSchema } from '../../topics/topic.schema.js';
import { TranslationSchema } from '../../translations/translation.schema.js';
import { WorkflowReleaseSchema } from '../../workflows/releases/workflow-release.schema.js';
import { WorkflowVersionSchema } from '../../workflows/releases/workflow-version.schema.js';
import { WorkflowSchema } from '../../workflows/workflow.schema.js';
import { IdempotencyRecordSchema } from '../idempotency/idempotency-record.schema.js';

/** How long the documents of a collection are kept: as a setting says, or as long as there is a reason. */
export type Kept =
  | { readonly setting: string }
  /** Ends a sentence that begins with "Kept". */
  | { readonly reason: string };

/** A collection of the store. */
export interface StoredCollection {
  readonly name: string;
  readonly schema: Schema;
  readonly kept: Kept;
}

const UNTIL_DELETED = { reason: 'until it is deleted, because it is needed to send' };
const WITH_SUBSCRIBER = { reason: 'until it or its subscriber is deleted' };
const UNTIL_SENT = { reason: 'until a day after its window has ended, because what is gathered is still to be sent' };
const UNTIL_ENDED = { reason: 'until it has ended' };

/** Every collection that has a schema, and how long its documents are kept. A test compares this with the application. */
export const STORED_COLLECTIONS: readonly StoredCollection[] = [
  stored(AccountSchema, { reason: 'until the person is removed' }),
  stored(ActivityCountSchema, { setting: 'chartRetentionDays' }),
  stored(AssetContentSchema, UNTIL_DELETED),
  stored(AssetSchema, UNTIL_DELETED),
  stored(AttachmentSchema, { setting: 'transactionIdDays' }),
  stored(AuditEntrySchema, { setting: 'auditDays' }),
  stored(ChannelConnectionSchema, WITH_SUBSCRIBER),
  stored(ChannelEndpointSchema, WITH_SUBSCRIBER),
  stored(ChatLinkSchema, UNTIL_ENDED),
  stored(ClosedWindowSchema, UNTIL_SENT),
  stored(ConsentSchema, WITH_SUBSCRIBER),
  stored(ContextSchema, UNTIL_DELETED),
  stored(DigestPageSchema, UNTIL_SENT),
  stored(DigestSchema, UNTIL_SENT),
  stored(EnvironmentDeletionSchema, { reason: 'until everything of the deleted environment is deleted' }),
  stored(EnvironmentSchema, UNTIL_DELETED),
  stored(EnvironmentVariableSchema, UNTIL_DELETED),
  stored(EventSchema, { setting: 'transactionIdDays' }),
  stored(IdempotencyRecordSchema, { setting: 'idempotencyKeyHours' }),
  stored(InboundTextRecordSchema, { reason: 'for 30 days, because providers repeat what they have posted' }),
  stored(IntegrationPaceSchema, { reason: 'until the rate of its integration has caught up' }),
  stored(IntegrationSchema, UNTIL_DELETED),
  stored(LayoutSchema, UNTIL_DELETED),
  stored(LegacyApplicationSchema, UNTIL_DELETED),
  stored(LegacyUserSchema, WITH_SUBSCRIBER),
  stored(LinkKeySchema, { reason: 'for good: links in messages that were sent open with it' }),
  stored(MessageContentSchema, { setting: 'contentRetentionDays' }),
  stored(MessageSchema, { setting: 'inAppRetentionDays and messageRetentionDays' }),
  stored(NotificationTypeSchema, UNTIL_DELETED),
  stored(OneTimeLinkSchema, UNTIL_ENDED),
  stored(OrganizationSchema, { reason: 'for good: everything belongs to it' }),
  stored(OutboxMessageSchema, { setting: 'outboxRetentionDays' }),
  stored(PersonSessionSchema, UNTIL_ENDED),
  stored(PreferenceSchema, WITH_SUBSCRIBER),
  stored(PresenceNodeSchema, { reason: 'while the process lives' }),
  stored(RunSchema, { setting: 'activityRetentionDays' }),
  stored(SignInAttemptsSchema, UNTIL_ENDED),
  stored(SubscriberDeletionSchema, { reason: 'until everything of the deleted subscriber is deleted' }),
  stored(SubscriberSchema, { reason: 'until it is deleted, because only the sender knows who is still a recipient' }),
  stored(SuppressionSchema, { reason: 'until it is removed or expires, because the address must not be written to' }),
  stored(TenantSchema, UNTIL_DELETED),
  stored(ThrottleSchema, { reason: 'until its window has ended, because what it lets pass depends on it' }),
  stored(TopicSchema, UNTIL_DELETED),
  stored(TopicSubscriptionSchema, WITH_SUBSCRIBER),
  stored(TranslationSchema, UNTIL_DELETED),
  stored(UsedStateSchema, UNTIL_ENDED),
  stored(UserSchema, { reason: 'for good: keys name it as their maker' }),
  stored(WebhookDeliverySchema, { setting: 'webhookRetentionDays' }),
  stored(WebhookEndpointSchema, UNTIL_DELETED),
  stored(WorkflowVersionSchema, { reason: 'until 50 later ones are stored, or its workflow is deleted' }),
  stored(WorkflowReleaseSchema, { reason: 'until no run that began with it can be open' }),
  stored(WorkflowSchema, UNTIL_DELETED),
];

function stored(schema: Schema, kept: Kept): StoredCollection {
  return { name: schema.get('collection')!, schema, kept };
}
