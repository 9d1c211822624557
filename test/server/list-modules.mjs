import { createRequire, register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

// Imports the modules named on the command line one after the other, and prints as JSON, for each, the packages that
// were loaded for it and not before.

const { port1: loads, port2: told } = new MessageChannel();
register('./tell-loads.mjs', import.meta.url, { data: { told }, transferList: [told] });
loads.unref();

const known = new Set();
const added = [];
for (const module of process.argv.slice(2)) {
  await import(module);
  const packages = loadedPackages().filter((name) => !known.has(name));
  for (const name of packages) known.add(name);
  added.push(packages);
}
// What was imported keeps the process running.
process.stdout.write(JSON.stringify(added), () => process.exit(0));

function loadedPackages() {
  const files = Object.keys(createRequire(import.meta.url).cache);
  for (let load = receiveMessageOnPort(loads); load; load = receiveMessageOnPort(loads)) files.push(load.message);
  const names = files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined);
}
