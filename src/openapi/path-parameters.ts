/** What the parameters of paths mean; the same name means the same everywhere. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  actionType: 'Which of the two buttons.',
  externalSubscriberId: "The caller's own id of the subscriber.",
  identifier: 'Name of the subscription, unique in its topic.',
  notificationId: 'Id of the notification.',
  stepId: 'Id of the step: its own name in the workflow, its internal id, or its slug.',
  subscriberId: "The caller's own id of the subscriber.",
  topicKey: "The caller's own key of the topic.",
  transactionId: 'Id of the trigger, given or made up.',
  workflowId: 'The workflow: its identifier, its internal id, or its slug.',
};
