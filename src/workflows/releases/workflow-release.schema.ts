import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Workflow } from '../workflow.schema.js';

/**
 * A workflow as it was before a publication replaced it, or before its deletion: waiting runs continue with it
 * (behaviour P8). Its `_id` is derived from the workflow and the release.
 */
@Schema({ collection: 'workflowreleases', timestamps: false, minimize: false, versionKey: false })
export class WorkflowRelease {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** The workflow, whole. */
  @Prop({ type: Object, required: true })
  workflow: Workflow;

  /** When no run that began with it can still be waiting. */
  @Prop({ required: true })
  expiresAt: Date;
}

export const WorkflowReleaseSchema = SchemaFactory.createForClass(WorkflowRelease);
// For the deletion of an environment.
WorkflowReleaseSchema.index({ environmentId: 1 });
WorkflowReleaseSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
