import { FILTER_OPERATORS, type FilterOperator } from '#libs/conditions/filters/filter.js';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { CONDITION_TYPES } from '../integration.schema.js';
import { IsReadableField } from './is-readable-field.decorator.js';

const MAX_CHILDREN = 50;

const JOINS = ['AND', 'OR'] as const;
const SOURCES = ['subscriber', 'payload'] as const;

/** Those that official clients know; an answer with another one would be refused by them. */
const OPERATORS = FILTER_OPERATORS.filter((operator) => operator !== 'IS_DEFINED');

/** Compares one field. */
export class ConditionChildDto {
  /**
   * Path of the field. With `subscriber`, one of theirs, such as `email` or `data.plan`. With `payload`, what the trigger
   * and the workflow bring besides the payload: `context.<type>.id`, `context.<type>.data.<path>`, `workflow.workflowId`,
   * `workflow.name`, `workflow.tags`, `workflow.severity`. The values of the payload itself cannot be compared.
   * @example data.plan
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  @IsReadableField()
  field: string;

  /**
   * What it is compared with; lists are separated by commas.
   * @example pro
   */
  @IsString()
  @MaxLength(4096)
  value: string;

  /**
   * The comparison.
   * @example EQUAL
   */
  @IsIn(OPERATORS)
  @ApiProperty({ enum: OPERATORS })
  operator: FilterOperator;

  /**
   * Where the field stands.
   * @example subscriber
   */
  @IsIn(SOURCES)
  @ApiProperty({ enum: SOURCES })
  on: (typeof SOURCES)[number];
}

/** A group of comparisons. */
export class ConditionDto {
  /** Whether the group passes when its comparisons do not. */
  @Optional({ nullable: false })
  @IsBoolean()
  isNegated: boolean = false;

  /**
   * For editors; it has no effect.
   * @example GROUP
   */
  @IsIn(CONDITION_TYPES)
  @ApiProperty({ enum: CONDITION_TYPES })
  type: (typeof CONDITION_TYPES)[number];

  /**
   * Whether all comparisons must be true, or one.
   * @example AND
   */
  @IsIn(JOINS)
  @ApiProperty({ enum: JOINS })
  value: (typeof JOINS)[number];

  /** The comparisons; a group without any passes. */
  @IsArray()
  @ArrayMaxSize(MAX_CHILDREN)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ConditionChildDto)
  children: ConditionChildDto[];
}
