import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Workflow } from '../workflow.schema.js';

/**
 * A workflow as it was before a save or its deletion: runs that wait go on with it (behaviour P8). Its `_id` follows from
 * the workflow and the version, so that a version is kept once, and does not change.
 */
@Schema({ collection: 'workflowversions', timestamps: false, minimize: false, versionKey: false })
export class WorkflowVersion {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** The workflow, whole. */
  @Prop({ type: Object, required: true })
  workflow: Workflow;

  /** When no run can wait any more that began with it. */
  @Prop({ required: true })
  expiresAt: Date;
}

export const WorkflowVersionSchema = SchemaFactory.createForClass(WorkflowVersion);
// For the removal of an environment.
WorkflowVersionSchema.index({ environmentId: 1 });
WorkflowVersionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
