import type { PipeTransform } from '@nestjs/common';
import { ValidationException } from '../../platform/errors/validation.exception.js';

export const LEVELS = ['global', 'template'] as const;
export type PreferenceLevel = (typeof LEVELS)[number];

/** The `level` of a path: `global` or `template`, else 422. */
export class LevelPipe implements PipeTransform<string, PreferenceLevel> {
  transform(value: string): PreferenceLevel {
    const level = LEVELS.find((known) => known === value);
    if (level) return level;
    throw ValidationException.of('level', 'level must be global or template', value);
  }
}
