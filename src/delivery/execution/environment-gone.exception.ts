import { NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';

/** The environment was deleted while somebody was still at work for it: nothing more is done for it. */
export class EnvironmentGoneException extends NotFoundException {
  constructor(id: Types.ObjectId) {
    super(`Environment '${id.toHexString()}' was deleted`);
  }
}
