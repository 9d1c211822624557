import { mongo } from 'mongoose';
import { asStored } from './as-stored.js';

class Named {
  constructor(
    readonly name: string,
    readonly title?: string,
  ) {}
}

const ID = new mongo.ObjectId();

/** The document as BSON, read again. */
function throughBson(document: object): mongo.Document {
  return mongo.BSON.deserialize(mongo.BSON.serialize(document, { ignoreUndefined: false }), { promoteBuffers: false });
}

describe('a document as it is stored', () => {
  it.each<[string, object]>([
    ['values of JSON', JSON.parse('{"a":[1,1.5,-0,"x",true,null,{"b":{}},[]],"":{"$c":1,"d.e":2}}')],
    ['names of the language', JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":2,"length":3}')],
    ['names of BSON', JSON.parse('{"toBSON":1,"isMongooseBuffer":true}')],
    ['what is undefined', { a: undefined, b: [undefined, 1], c: { d: undefined } }],
    ['instances of a class', { a: new Named('Ada'), b: [new Named('Grace', 'Admiral')] }],
    ['values of the store', { id: ID, at: new Date(7), bytes: new mongo.Binary(Buffer.from('x')) }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ])('is the same as through BSON: %s', (_what, document) => {
    expect(asStored(document)).toStrictEqual(throughBson(document));
  });

  it('shares nothing that could be changed with what it was made of', () => {
    const [item, data] = [{ a: 1 }, { b: 2 }];
    const copy = asStored({ list: [item], data });
    item.a = 9;
    data.b = 9;
    expect(copy).toEqual({ list: [{ a: 1 }], data: { b: 2 } });
  });
});
