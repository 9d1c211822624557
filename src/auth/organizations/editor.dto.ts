import { ApiProperty } from '@nestjs/swagger';
import { dto } from '../../platform/http/dto.js';
import type { Editor } from './editors.service.js';

/** Who changed or published something last. */
export class EditorDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name of the user.
   * @example admin
   */
  firstName: string | null;

  /** Always null: users have one name. */
  @ApiProperty({ type: String, nullable: true })
  lastName: null;

  /** Always null: users have no id in another system. */
  @ApiProperty({ type: String, nullable: true })
  externalId: null;
}

export function toEditorDto({ _id, name }: Editor): EditorDto {
  return dto<EditorDto>({ _id, firstName: name, lastName: null, externalId: null });
}
