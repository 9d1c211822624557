import { Prop } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The fields that every record of an environment begins with; the classes of its schemas extend it. */
export abstract class EnvironmentRecord {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;
}
