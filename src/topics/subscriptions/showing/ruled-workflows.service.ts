import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Workflow } from '../../../workflows/workflow.schema.js';
import type { TopicSubscription } from '../topic-subscription.schema.js';
import type { RuledWorkflow } from './shown-preferences.js';

const FIELDS = { workflowId: 1, name: 1, tags: 1, severity: 1, preferences: 1 };

/** The workflows that rules of subscriptions are about. */
@Injectable()
export class RuledWorkflowsService {
  constructor(@InjectModel(Workflow.name) private readonly workflows: Model<Workflow>) {}

  /** Those that any rule of these subscriptions fits, by identifier. One query, and none when there are no rules. */
  async find(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    subscriptions: readonly Pick<TopicSubscription, 'rules'>[],
  ): Promise<RuledWorkflow[]> {
    const rules = subscriptions.flatMap(({ rules }) => rules);
    const names = unique(rules.flatMap(({ workflowIds = [] }) => workflowIds));
    const tags = unique(rules.flatMap(({ tags = [] }) => tags));
    const ids = names.filter((name) => /^[0-9a-f]{24}$/.test(name)).map((name) => new Types.ObjectId(name));
    const ways: QueryFilter<Workflow>[] = [
      ...(names.length > 0 ? [{ workflowId: { $in: names } }] : []),
      ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
      ...(tags.length > 0 ? [{ tags: { $in: tags } }] : []),
    ];
    if (ways.length === 0) return [];
    return this.workflows.find({ environmentId, $or: ways }, FIELDS).sort({ workflowId: 1 }).lean<RuledWorkflow[]>();
  }
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
