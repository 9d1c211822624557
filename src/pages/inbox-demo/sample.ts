import { plainToInstance } from 'class-transformer';
import { CreateWorkflowDto } from '../../workflows/workflow-requests.dto.js';

/** Whose inbox the page shows: the person of the commands that the first start prints, and of README. */
export const SAMPLE_PERSON = { subscriberId: 'ada', firstName: 'Ada' } as const;

/** What the page triggers. */
export const SAMPLE_WORKFLOW_ID = 'inbox-demo';

/** The picture beside the notification. */
export const SAMPLE_ICON_PATH = '/inbox-demo/parcel.svg';

/** The request that makes the sample workflow: an in-app step with two buttons, and other steps after it. */
export function sampleWorkflow(further: readonly object[]): CreateWorkflowDto {
  return plainToInstance(CreateWorkflowDto, {
    name: 'Parcel shipped',
    workflowId: SAMPLE_WORKFLOW_ID,
    description: 'Made by the page /inbox-demo when it was first used.',
    active: true,
    tags: ['demo'],
    steps: [
      {
        name: 'Inbox',
        type: 'in_app',
        controlValues: {
          subject: 'Parcel {{payload.number}} is on its way, {{subscriber.firstName}}',
          avatar: SAMPLE_ICON_PATH,
          body: 'It left the warehouse a moment ago. Shall the driver ring?',
          primaryAction: { label: 'Yes, ring' },
          secondaryAction: { label: 'Leave it outside' },
        },
      },
      ...further,
    ],
  });
}
