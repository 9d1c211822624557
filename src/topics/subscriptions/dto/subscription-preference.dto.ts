import { ApiNullable } from '../../../platform/http/nullable.decorator.js';
import { ApiProperty } from '@nestjs/swagger';
import { SEVERITIES, type Severity } from '../../../workflows/severity.js';

/** A workflow that a subscription has a rule for. */
export class PreferredWorkflowDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Identifier that triggers name.
   * @example order-shipped
   */
  identifier: string;

  /**
   * Name for people.
   * @example Order shipped
   */
  name: string;

  /** Whether subscribers cannot opt out of it. */
  critical: boolean;

  /**
   * Words to find it by.
   * @example ["orders"]
   */
  tags: string[];

  /** How much its notifications matter to their readers. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
}

/** What a subscription says about a workflow. */
export class SubscriptionPreferenceDto {
  /** Internal id of the subscription. */
  subscriptionId: string;

  /** The workflow; null when the rule fits none at present. */
  @ApiProperty({ type: PreferredWorkflowDto, nullable: true })
  @ApiNullable(PreferredWorkflowDto)
  workflow: PreferredWorkflowDto | null;

  /** Whether notifications of the workflow are wanted. Counts for nothing when there is a condition. */
  enabled: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env` that decides instead.
   * @example { "==": [{ "var": "payload.region" }, "eu"] }
   */
  condition?: Record<string, unknown>;
}
