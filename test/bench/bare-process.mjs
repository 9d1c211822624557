// What a trigger is compared with: a Fastify route that stores the body it gets and does nothing else.
import fastify from 'fastify';
import { MongoClient } from 'mongodb';

const { mongodbUri } = JSON.parse(process.argv[2]);
// Acknowledged when it is on disk, as with the application.
const client = await new MongoClient(mongodbUri, { writeConcern: { w: 'majority', journal: true } }).connect();
const bodies = client.db().collection('bare');
const server = fastify();
server.post('/', async ({ body }, reply) => {
  await bodies.insertOne(body);
  reply.code(201);
  return { data: { acknowledged: true, status: 'processed', transactionId: body._id } };
});
process.on('message', ({ id }) => void stop(id));
process.on('disconnect', () => process.exit(0));
process.send({ ready: await server.listen({ port: 0, host: '127.0.0.1' }) });

async function stop(id) {
  await server.close();
  await client.close();
  process.send({ id });
  setImmediate(() => process.disconnect());
}
