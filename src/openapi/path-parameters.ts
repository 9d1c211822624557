/** What the parameters of paths mean; the same name means the same everywhere. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  applicationId: 'Id of the legacy application, as in its credentials.',
  actionType: 'Which of the two buttons.',
  integrationId: 'Internal id of the integration.',
  environmentId: 'The environment: its internal id, its slug, or its identifier.',
  externalSubscriberId: "The caller's own id of the subscriber.",
  identifier: 'Name of the subscription, unique in its topic.',
  levelOrWorkflow:
    'To read, `global`, or `template` for workflows. To change, the workflow: its identifier, internal id, or slug.',
  notificationId: 'Id of the notification.',
  providerOrIntegrationId: 'Internal id of the integration, or the id of its provider.',
  providerId: 'The chat or push provider, such as `fcm`.',
  stepId: 'Id of the step: its own name in the workflow, its internal id, or its slug.',
  subscriberId: "The caller's own id of the subscriber.",
  tenantIdentifier: "The caller's own id of the tenant.",
  topicKey: "The caller's own key of the topic.",
  transactionId: 'Id of the trigger, given or made up.',
  typeIdentifier: "The caller's own name of the notification type.",
  variableKey: 'Name of the variable, with its capitals.',
  workflowId: 'The workflow: its identifier, its internal id, or its slug.',
};
