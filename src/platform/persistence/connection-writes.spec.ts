import { MongoClient } from 'mongodb';
import { mongo } from 'mongoose';

it('patches the driver that mongoose uses', () => {
  expect(mongo.MongoClient).toBe(MongoClient);
});
