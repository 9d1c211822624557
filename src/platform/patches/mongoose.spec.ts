import { model, Schema } from 'mongoose';
import './mongoose.js';

it('keeps the key `prototype` of data of users', () => {
  const data = { prototype: 'Mark I', nested: { prototype: 1 } };
  const Document = model<{ data: object }>('PatchedDocument', new Schema({ data: Object }));
  expect(new Document({ data }).toObject().data).toEqual(data);
});
