import { dto } from '../../platform/http/dto.js';
import { EditorDto, toEditorDto } from '../../auth/organizations/editor.dto.js';
import type { Editor } from '../../auth/organizations/editors.service.js';
import type { VersionSummary } from './workflow-history.service.js';

/** A version of a workflow. */
export class WorkflowVersionDto {
  /**
   * Number of the version: 1 at creation, and one more with each save.
   * @example 3
   */
  version: number;

  /** Its name then. */
  name: string;

  /** Whether triggers of it were delivered. */
  active: boolean;

  /** When it was saved, ISO 8601 in UTC. */
  savedAt: string;

  /** Who saved it; missing when unknown. */
  savedBy?: EditorDto;
}

export function toWorkflowVersionDto(
  { version, name, active, updatedAt }: VersionSummary,
  editor: Editor | undefined,
): WorkflowVersionDto {
  return dto<WorkflowVersionDto>({
    version,
    name,
    active,
    savedAt: updatedAt,
    ...(editor && { savedBy: toEditorDto(editor) }),
  });
}
