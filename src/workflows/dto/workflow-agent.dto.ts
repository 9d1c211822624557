import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength, ValidateBy } from 'class-validator';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { isObject } from '../../platform/values/is-object.js';
import type { WorkflowAgent } from '../workflow.schema.js';

const MAX_LENGTH = 256;
const MAX_PROVIDERS = 50;

/** What is different with one provider. */
export class AgentProviderDto {
  /**
   * Address that replies go to.
   * @example support@example.com
   */
  replyTo?: string;
}

/** The agent that a workflow is assigned to. It is kept as given; deliveries do not look at it yet. */
@ApiExtraModels(AgentProviderDto)
export class WorkflowAgentDto {
  /**
   * Identifier of the agent.
   * @example support
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_LENGTH)
  identifier: string;

  /**
   * What is different with a provider, by its id.
   * @example {"novu-email-agent": {"replyTo": "support@example.com"}}
   */
  @Optional({ nullable: false })
  @FreeForm()
  @ValidateBy({
    name: 'agentProviders',
    validator: {
      validate: (value) => providersProblem(value) === undefined,
      defaultMessage: (details) => `${details?.property} ${providersProblem(details?.value)}`,
    },
  })
  @ApiPropertyOptional({ type: 'object', additionalProperties: { $ref: getSchemaPath(AgentProviderDto) } })
  providers?: Record<string, AgentProviderDto>;
}

/** An agent as it is stored: with what is known of it. */
export function toWorkflowAgent({ identifier, providers }: WorkflowAgentDto): WorkflowAgent {
  const known = Object.entries(providers ?? {}).map(([id, { replyTo }]) => [
    id,
    { ...(replyTo !== undefined && { replyTo }) },
  ]);
  return { identifier, ...(providers && { providers: Object.fromEntries(known) }) };
}

function providersProblem(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const providers = Object.entries(value);
  if (providers.length > MAX_PROVIDERS) return `must not name more than ${MAX_PROVIDERS} providers`;
  for (const [id, provider] of providers) {
    if (!isObject(provider)) return `must have an object for ${id.slice(0, MAX_LENGTH)}`;
    const { replyTo } = provider;
    const isText = typeof replyTo === 'string' && replyTo.length <= MAX_LENGTH;
    if (replyTo !== undefined && !isText) return `must have texts of up to ${MAX_LENGTH} characters as replyTo`;
  }
  return undefined;
}
