import { databaseName, inDatabase } from './database-name.js';

describe('database name', () => {
  it.each([
    ['mongodb://127.0.0.1:27017', 'carillon'],
    ['mongodb://127.0.0.1:27017/', 'carillon'],
    ['mongodb://127.0.0.1:27017/?directConnection=true', 'carillon'],
    ['mongodb://user:p%40ss@a:1,b:2,c:3/orders?replicaSet=rs0', 'orders'],
    ['mongodb+srv://cluster.example.com/my%20db', 'my db'],
  ])('of %s is %s', (uri, name) => {
    expect(databaseName(uri)).toBe(name);
  });
});

describe('another database on the same servers', () => {
  it.each([
    ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/other'],
    ['mongodb://127.0.0.1:27017/?directConnection=true', 'mongodb://127.0.0.1:27017/other?directConnection=true'],
    ['mongodb://a:1,b:2/orders?replicaSet=rs0', 'mongodb://a:1,b:2/other?replicaSet=rs0'],
  ])('of %s is %s', (uri, other) => {
    expect(inDatabase(uri, 'other')).toBe(other);
  });
});
