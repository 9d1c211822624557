import { IsString } from 'class-validator';

/** The pair that names a context in a path. */
export class ContextPathDto {
  /** What kind of thing it is, such as `tenant`. */
  @IsString()
  type: string;

  /** The caller's own id of it. */
  @IsString()
  id: string;
}
