import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import type { TextLimit } from '#libs/providers/kit/fit.js';
import { IsArray, IsBoolean, IsIn, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { FreeForm, Optional } from '../../platform/validation/decorators.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';
import { NamesSample } from '../../workflows/samples.dto.js';
import { STEP_TYPES, type StepType } from '../../workflows/steps/step-kinds.js';
import { SmsSizeDto } from '../../notifications/activity/send-attempt.dto.js';
import { PreviewEmailDto } from './preview-email.dto.js';
import { MAX_EMAIL_LENGTH } from '../../workflows/steps/control-schema.js';

const MAX_LENGTH = 4096;

/** A text of a person, as it is stored or left out. */
function PersonalText(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), MaxLength(MAX_LENGTH));
}

/** A person to show a preview for. No subscriber is looked up; null is like leaving a field out. */
export class PreviewSubscriberDto {
  /** Your own id of this person. */
  @PersonalText()
  subscriberId?: string | null;

  /**
   * First name.
   * @example Ada
   */
  @PersonalText()
  firstName?: string | null;

  /**
   * Last name.
   * @example Lovelace
   */
  @PersonalText()
  lastName?: string | null;

  /**
   * Email address.
   * @example ada@example.com
   */
  @PersonalText()
  email?: string | null;

  /** Phone number. */
  @PersonalText()
  phone?: string | null;

  /** URL of an avatar. */
  @PersonalText()
  avatar?: string | null;

  /**
   * Language; decides which translations are shown.
   * @example en_US
   */
  @PersonalText()
  locale?: string | null;

  /** IANA time zone. */
  @PersonalText()
  timezone?: string | null;

  /** Whether the person is online at the moment. */
  @IsOptional()
  @IsBoolean()
  isOnline?: boolean | null;

  /** When the person was last online, ISO 8601 in UTC. */
  @PersonalText()
  lastOnlineAt?: string | null;

  /** Deprecated. */
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  topics?: string[];

  /**
   * Anything the caller has stored.
   * @example { "plan": "pro" }
   */
  @IsOptional()
  @FreeForm()
  data?: Record<string, unknown> | null;
}

/** Data for rendering. Fields that are left out are filled with examples, or taken from the environment. */
export class PreviewPayloadDto {
  /** The recipient. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  subscriber?: PreviewSubscriberDto;

  /** Who is behind the trigger. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  actor?: PreviewSubscriberDto;

  /**
   * Payload of the trigger.
   * @example {"orderId": "A-1"}
   */
  @Optional({ nullable: false })
  @FreeForm()
  payload?: Record<string, unknown>;

  /** Results of earlier steps, by step id. */
  @Optional({ nullable: false })
  @FreeForm()
  steps?: Record<string, unknown>;

  /** Contexts of the trigger: by type an id, or an object with `id` and `data`. */
  @Optional({ nullable: false })
  @FreeForm()
  context?: Record<string, unknown>;

  /** Environment variables in place of those of the environment. */
  @Optional({ nullable: false })
  @FreeForm()
  env?: Record<string, unknown>;

  /**
   * Texts of the default language that are not saved yet, in place of those that are. The workflow counts as one with
   * localization.
   * @example {"greeting": "Hello {{subscriber.firstName}}"}
   */
  @Optional({ nullable: false })
  @FreeForm()
  t?: Record<string, unknown>;
}

/** A step to look at before it is saved. */
export class PreviewRequestDto {
  /** Control values in place of the saved ones. */
  @Optional({ nullable: false })
  @FreeForm()
  controlValues?: Record<string, unknown>;

  /**
   * Type of a step that is not saved yet: when the workflow has no step with this id, one of this type is looked at, as
   * if it were its last.
   * @example email
   */
  @Optional({ nullable: false })
  @IsIn(STEP_TYPES)
  @ApiPropertyOptional({ enum: STEP_TYPES })
  type?: StepType;

  /**
   * Name of a sample of the workflow, whose payload is used for what `previewPayload.payload` lacks.
   * @example Long order
   */
  @NamesSample()
  sample?: string;

  /** Data for rendering. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewPayloadDto)
  previewPayload?: PreviewPayloadDto;
}

/** Why there is nothing to show. */
export class PreviewErrorDto {
  /** In a few words. */
  title: string;

  /**
   * Description of the problem, with line and column of a template.
   * @example body (line 1, column 7): output "{{ payload.name" not closed
   */
  message: string;

  /** How to solve it. */
  hint: string;
}

const UNITS = ['characters', 'units', 'bytes', 'segments'] as const satisfies readonly TextLimit['unit'][];

/** A text that a provider cuts, because it takes no longer one. */
export class ContentCutDto {
  /** The provider. */
  providerId: string;
  /** The text: `body`, or `title` for the subject of a push notification. */
  @ApiProperty({ enum: ['title', 'body'] })
  field: string;
  /** Its length, in the unit. */
  length: number;
  /** The longest text that the provider takes, in the unit. For push notifications it counts the whole payload. */
  max: number;
  /** What the provider counts: characters, UTF-16 units, bytes, or segments of a text message. */
  @ApiProperty({ enum: UNITS })
  unit: TextLimit['unit'];
}

/** A step as it would be delivered. */
export class PreviewResultDto {
  /** Type of the step. */
  @ApiProperty({ enum: STEP_TYPES })
  type: StepType;

  /**
   * Content that would be delivered, by the rules of the type: `subject` and `body` of an email or a push notification,
   * `body` of an SMS or a chat message, the content of an in-app message, or the rendered control values of other
   * steps. Missing when there is an error.
   */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  preview?: Record<string, unknown>;

  /** Size of a text message, as its integration sends it. */
  sms?: SmsSizeDto;

  /** What mail programs show of an email besides its HTML. */
  email?: PreviewEmailDto;

  /** Texts that integrations of the environment cut, because their providers take no longer ones; absent when there are none. */
  cuts?: ContentCutDto[];

  /** What the author should look at, such as links that lead nowhere; absent when there is nothing. */
  hints?: string[];

  /**
   * Language of the translated texts; absent when the workflow has none.
   * @example de
   */
  locale?: string;

  /** Why there is none. */
  error?: PreviewErrorDto;
}

/** The response of a preview. */
export class PreviewDto {
  /** Data that it was rendered with: the given data, completed by examples. Secrets are masked. */
  previewPayloadExample: PreviewPayloadDto;

  /** JSON Schema of the variables the step may use. */
  schema: Record<string, unknown>;

  /** Result. */
  result: PreviewResultDto;
}

/** A body in blocks. */
@RefusesUnknown()
export class BlocksRequestDto {
  /**
   * The JSON text of a document of blocks.
   * @example {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello"}]}]}
   */
  @IsString()
  @MaxLength(MAX_EMAIL_LENGTH)
  body: string;

  /**
   * Whether to return a whole HTML document, as it is sent without a layout. With `false`, only the content of the document is
   * returned, to be inserted into a layout. Default: true.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  document?: boolean;
}

/** Something in a document that has no effect. */
export class BlockWarningDto {
  /**
   * Where in the document it is.
   * @example content.2
   */
  path: string;

  /** What is wrong with it. */
  message: string;
}

/** A body of blocks as HTML. */
export class BlocksHtmlDto {
  /** A Liquid template that renders as the blocks do: variables, conditions and loops are kept. */
  html: string;

  /** Parts of the document that have no effect; they are missing from the HTML. */
  @ApiProperty({ type: [BlockWarningDto] })
  warnings: BlockWarningDto[];
}
