import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUrl, Matches, MaxLength } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';

const DATA_RULES = { dollarKeys: 'refused', maxBytes: 65_536 } as const;

function IsContextName(): PropertyDecorator {
  return Matches(/^[a-z0-9_-]{1,100}$/, {
    message: '$property must be 1 to 100 lowercase letters, digits, hyphens and underscores',
  });
}

function IsBridgeUrl(): PropertyDecorator {
  return applyDecorators(
    IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }),
    MaxLength(2048),
  );
}

/** A new context. */
export class CreateContextDto {
  /**
   * What kind of thing it is: lowercase letters, digits, `-` and `_`.
   * @example tenant
   */
  @IsContextName()
  type: string;

  /**
   * Your own id of it, unique among the contexts of its type: lowercase letters, digits, `-` and `_`.
   * @example acme
   */
  @IsContextName()
  id: string;

  /**
   * Data that templates and conditions read as `context.<type>.data`, at most 64 KB as JSON.
   * @example { "plan": "pro" }
   */
  @Raw()
  @Optional({ nullable: false })
  @FreeForm(DATA_RULES)
  data?: Record<string, unknown>;

  /**
   * Address that agents are routed to for this context, when it is not the usual one.
   * @example https://agents.example.com/acme
   */
  @Optional({ nullable: false })
  @IsBridgeUrl()
  bridgeUrl?: string;
}

/** What is changed of a context. */
export class UpdateContextDto {
  /**
   * Replaces the data as a whole; at most 64 KB as JSON.
   * @example { "plan": "free" }
   */
  @FreeForm(DATA_RULES)
  data: Record<string, unknown>;

  /**
   * Address that agents are routed to for this context. Null clears it; absent leaves it.
   * @example https://agents.example.com/acme
   */
  @IsOptional()
  @IsBridgeUrl()
  @ApiPropertyOptional({ type: String, nullable: true })
  bridgeUrl?: string | null;
}
