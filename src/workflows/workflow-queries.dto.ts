import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryBoolean } from '../platform/validation/decorators.js';

/** Options of the creation of a workflow. */
export class CreateWorkflowQueryDto {
  /**
   * Whether a workflow that has the `workflowId` is replaced, where the response would be 409 otherwise. So the request
   * may be repeated, in scripts and wherever the workflow is kept beside your own code.
   */
  @QueryBoolean()
  @ApiPropertyOptional()
  replaceIfExists: boolean = false;
}

/** Environment to read a workflow from. */
export class GetWorkflowQueryDto {
  /** Another environment of the organization, by internal id, slug or identifier. Default: that of the API key. */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  environmentId?: string;
}
