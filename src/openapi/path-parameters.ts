/** What the parameters of paths mean; the same name means the same everywhere. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  actionType: 'Which of the two buttons.',
  levelOrWorkflow:
    'To read, `global`, or `template` for workflows. To change, the workflow: its identifier, internal id, or slug.',
  notificationId: 'Id of the notification.',
  stepId: 'Id of the step: its own name in the workflow, its internal id, or its slug.',
  subscriberId: "The caller's own id of the subscriber.",
  transactionId: 'Id of the trigger, given or made up.',
  workflowId: 'The workflow: its identifier, its internal id, or its slug.',
};
