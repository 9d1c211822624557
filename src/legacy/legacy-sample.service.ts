import { ConflictException, Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { WorkflowChangesService } from '../workflows/workflow-changes.service.js';
import { LegacyApplicationsService } from './applications/legacy-applications.service.js';
import { NotificationTypesService } from './types/notification-types.service.js';

const WORKFLOW = 'legacy-sample';
const TYPE = 'sample';

/**
 * Records that the first start creates for `BOOTSTRAP_LEGACY_APP`. An application has these credentials, and a workflow
 * shows the text of the notification in the inbox. The notification type `sample` has this workflow; its templates
 * print `text`, `link` and `bundle` of the metadata.
 */
@Injectable()
export class LegacySample {
  constructor(
    private readonly applications: LegacyApplicationsService,
    private readonly types: NotificationTypesService,
    private readonly workflows: WorkflowChangesService,
    private readonly config: Config,
  ) {}

  /** May be repeated, also in concurrent processes. Does nothing unless the setting is given. */
  async ensure(environment: EnvironmentRef): Promise<void> {
    const credentials = this.config.bootstrapLegacyApp;
    if (credentials === undefined) return;
    const colon = credentials.indexOf(':');
    const applicationId = credentials.slice(0, colon);
    const secret = credentials.slice(colon + 1);
    await this.applications.ensure(environment, { applicationId, name: 'Sample', secret });
    await unlessThere(
      this.workflows.create(environment, {
        name: 'Sample of the legacy API',
        workflowId: WORKFLOW,
        active: true,
        validatePayload: false,
        isTranslationEnabled: false,
        severity: 'none',
        steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: '{{legacy.text}}' } }],
      }),
    );
    const templates = { text: '{{text}}', link: '{{link}}', bundleSegment: '{{bundle}}' };
    await unlessThere(
      this.types.create(environment, applicationId, { identifier: TYPE, workflowId: WORKFLOW, ...templates }),
    );
  }
}

/** Ignores a conflict: another process was first. */
async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}
