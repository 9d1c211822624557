import { databaseName } from './database-name.js';

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
