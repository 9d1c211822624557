import type { Model, mongo } from 'mongoose';

/**
 * The driver's collection behind a model, for documents that hold a caller's own values: mongoose would take some of
 * their keys (`isMongooseBuffer`, `toBSON`, …) for its own marks. It is also the cheaper way in for bulk writes.
 */
export function rawCollection<T extends mongo.Document>(model: Model<T>): mongo.Collection<T> {
  return model.collection as unknown as mongo.Collection<T>;
}
