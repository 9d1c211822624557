import { ArrayMaxSize, IsArray, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';

const MOST_IDS = 1000;
const MOST_FILTER_VALUES = 100;

/** Which notifications to mark: these ids, or else all that match the filters; nothing given means all. */
export class MarkSeenDto {
  /** Ids of notifications. When given, the filters are not used. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_IDS)
  @IsMongoId({ each: true })
  notificationIds?: string[];

  /** Notifications of workflows that have one of these tags. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_FILTER_VALUES)
  @IsString({ each: true })
  tags?: string[];

  /** Notifications whose `data` has these values: a JSON object as text. */
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  data?: string;

  /** Notifications with exactly this set of context keys, each `type:id`. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_FILTER_VALUES)
  @IsString({ each: true })
  contextKeys?: string[];
}
