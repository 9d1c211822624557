import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Workflow } from '../workflow.schema.js';

/** Number of earlier versions that are kept of a workflow. */
export const MAX_VERSIONS = 50;

/**
 * A workflow as it was before a save replaced it, for its authors (behaviour P11). Its `_id` is derived from the
 * workflow and the version.
 */
@Schema({ collection: 'workflowversions', timestamps: false, minimize: false, versionKey: false })
export class WorkflowVersion {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Internal id of the workflow. */
  @Prop({ type: Types.ObjectId, required: true })
  workflowId: Types.ObjectId;

  @Prop({ required: true })
  version: number;

  /** The workflow, whole. */
  @Prop({ type: Object, required: true })
  workflow: Workflow;
}

export const WorkflowVersionSchema = SchemaFactory.createForClass(WorkflowVersion);
// For the history of a workflow, and by its first field for the deletion of an environment.
WorkflowVersionSchema.index({ environmentId: 1, workflowId: 1, version: 1 });
