import { buildMessage, IsOptional, Matches, MaxLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { IANAZone } from 'luxon';
import { storableObjectProblem } from '../storable-object.js';

/** Characters of a subscriber id at most. */
const MAX_SUBSCRIBER_ID_LENGTH = 512;

/** Size of a subscriber's `data` at most, as JSON, in bytes. */
const MAX_DATA_BYTES = 65_536;

// Anything but control characters and halves of surrogate pairs, which no store keeps as they are.
const SUBSCRIBER_ID = /^[^\p{Cc}\p{Cs}]+$/u;

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

/** An optional free-form object of at most {@link MAX_DATA_BYTES}; null stands for none. */
export function IsSubscriberData(): PropertyDecorator {
  const problem = (value: unknown): string | undefined => storableObjectProblem(value, MAX_DATA_BYTES);
  return applyDecorators(
    IsOptional(),
    ValidateBy({
      name: 'isSubscriberData',
      validator: {
        validate: (value: unknown) => problem(value) === undefined,
        defaultMessage: (violation?: ValidationArguments) => `${violation?.property} ${problem(violation?.value)}`,
      },
    }),
  );
}
