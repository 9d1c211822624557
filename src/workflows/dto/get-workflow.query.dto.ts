import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Where to read a workflow. */
export class GetWorkflowQueryDto {
  /** Another environment of the organization, by internal id, slug or identifier. Default: that of the API key. */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  environmentId?: string;
}
