import { NotFoundException, type PipeTransform } from '@nestjs/common';
import { Types } from 'mongoose';

/** A path parameter that is an internal id. Anything else cannot name an existing resource and is a 404. */
export class ObjectIdPipe implements PipeTransform<string, Types.ObjectId> {
  constructor(private readonly resource: string) {}

  transform(value: string): Types.ObjectId {
    if (/^[0-9a-f]{24}$/i.test(value)) return new Types.ObjectId(value);
    throw new NotFoundException(`${this.resource} '${value}' was not found`);
  }
}
