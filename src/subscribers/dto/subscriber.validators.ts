import { buildMessage, IsOptional, Matches, MaxLength, ValidateBy } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { IANAZone } from 'luxon';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { DATA_RULES, MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../subscriber-limits.js';

/** The caller's id of a subscriber: 1 to 512 characters, none of them a control character. */
export function IsSubscriberId(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_SUBSCRIBER_ID_LENGTH),
    Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** A language, with script and region where they matter: `en`, `en_US`, `zh-Hans-CN`. */
export function IsLocaleName(): PropertyDecorator {
  return Matches(/^[a-z]{2,3}([_-][a-z]{4})?([_-]([a-z]{2}|\d{3}))?$/i, {
    message: '$property must be a locale such as en or en_US',
  });
}

/** The name of a time zone, such as `Europe/Berlin`; an offset such as `+01:00` has no daylight-saving rules. */
export function IsTimeZoneName(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && /^[a-z]/i.test(value) && IANAZone.isValidZone(value);
  const defaultMessage = buildMessage(() => '$property must be an IANA time zone such as Europe/Berlin');
  return ValidateBy({ name: 'isTimeZoneName', validator: { validate, defaultMessage } });
}

/** An optional free-form object within {@link DATA_RULES}; null stands for none. */
export function IsSubscriberData(): PropertyDecorator {
  return applyDecorators(IsOptional(), FreeForm(DATA_RULES));
}
