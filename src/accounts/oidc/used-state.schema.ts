import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A browser has come back from the OpenID provider with this state; it cannot do so again. */
@Schema({ collection: 'oidc_used_states' })
export class UsedState {
  /** SHA-256 of the state, in hex. */
  @Prop({ type: String, required: true })
  _id: string;

  /** From then on the state would be refused for its age. */
  @Prop({ required: true })
  expiresAt: Date;
}

export const UsedStateSchema = SchemaFactory.createForClass(UsedState);
UsedStateSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
