// The built application on a queue that runs already, given as its address. Everything else comes from the settings.
//
//   node test/chaos/member.mjs QUEUE_URI
//
// `carillon start` makes an embedded queue of its own, which no second process can share; this is for several processes
// on the one that the tests have started. It says where it listens, as `carillon start` does.
import 'reflect-metadata';
import { loadConfig } from '../../dist/src/platform/config/config.js';
import { startOn } from '../../dist/bundle/src/serve.js';

const config = loadConfig(process.env);
const queue = { kind: 'postgres', uri: process.argv[2] };
const carillon = await startOn(config, { mongodbUri: config.mongodbUri, queue, secretKey: config.secretKey });
process.stdout.write(`ready on ${carillon.url} \n`);
