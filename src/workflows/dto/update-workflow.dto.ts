import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { WorkflowFieldsDto } from './create-workflow.dto.js';
import { PreferencesRequestDto } from './workflow-preferences.dto.js';

/**
 * A workflow in place of another: what is left out is empty afterwards, or has its default, unless the field says
 * otherwise. The identifier stays as it is, whatever `workflowId` says.
 */
export class UpdateWorkflowDto extends WorkflowFieldsDto {
  /** Who is notified. A layer that is left out stays as it is, null removes it. */
  @IsObject()
  @ValidateNested()
  @Type(() => PreferencesRequestDto)
  preferences: PreferencesRequestDto;
}
