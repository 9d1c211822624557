import { getSchemaPath } from '@nestjs/swagger';

/** A rule for one workflow. */
export class WorkflowPreferenceRequestDto {
  /**
   * Identifier or internal id of the workflow.
   * @example order-shipped
   */
  workflowId: string;

  /** Whether its notifications are wanted; true unless it says otherwise. */
  enabled?: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env`, at most 16 KB; it decides instead of
   * `enabled`. An empty one is none.
   * @example { "==": [{ "var": "payload.region" }, "eu"] }
   */
  condition?: Record<string, unknown>;
}

/** Which workflows a rule is for: those that are named, and those that carry one of the tags. */
export class PreferenceFilterDto {
  /**
   * Identifiers or internal ids of workflows.
   * @example ["order-shipped"]
   */
  workflowIds?: string[];

  /**
   * Tags of workflows.
   * @example ["orders"]
   */
  tags?: string[];
}

/** A rule for all workflows that a filter finds, later ones included. */
export class GroupPreferenceRequestDto {
  /** Which workflows it is for; at least one workflow or tag. */
  filter: PreferenceFilterDto;

  /** Whether their notifications are wanted; true unless it says otherwise. */
  enabled?: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env`, at most 16 KB; it decides instead of
   * `enabled`. An empty one is none.
   * @example { ">": [{ "var": "payload.amount" }, 100] }
   */
  condition?: Record<string, unknown>;
}

/** The list of rules in a request, for the OpenAPI document. */
export const preferencesSchema = {
  type: 'array' as const,
  maxItems: 100,
  items: {
    oneOf: [
      { type: 'string' },
      { $ref: getSchemaPath(WorkflowPreferenceRequestDto) },
      { $ref: getSchemaPath(GroupPreferenceRequestDto) },
    ],
  },
};
