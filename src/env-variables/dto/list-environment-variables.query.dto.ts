import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Which variables to list. */
export class ListEnvironmentVariablesQueryDto {
  /**
   * Part of the key, whatever its capitals.
   * @example shop
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  search?: string;
}
