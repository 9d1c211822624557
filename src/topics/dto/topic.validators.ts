import { applyDecorators } from '@nestjs/common';
import { IsOptional, ValidateBy } from 'class-validator';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { isTopicKey, TOPIC_DATA_RULES, TOPIC_KEY_RULE, topicDataProblem } from '../topic-limits.js';

/** The key of a topic. */
export function IsTopicKey(): PropertyDecorator {
  return ValidateBy({
    name: 'isTopicKey',
    validator: { validate: isTopicKey, defaultMessage: () => `$property ${TOPIC_KEY_RULE}` },
  });
}

/** An optional flat object of texts, numbers, booleans and lists of texts, at most 64 KB as JSON; null stands for none. */
export function IsTopicData(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    FreeForm(TOPIC_DATA_RULES),
    ValidateBy({
      name: 'flat',
      validator: {
        validate: (value) => topicDataProblem(value) === undefined,
        defaultMessage: (details) => `${details?.property} ${topicDataProblem(details?.value)}`,
      },
    }),
  );
}
