import { AsyncLocalStorage } from 'node:async_hooks';
import { mongo } from 'mongoose';

const METHODS = [
  'find',
  'insertOne',
  'bulkWrite',
  'updateMany',
  'updateOne',
  'findOneAndUpdate',
  'deleteMany',
] as const;

type Method = (this: unknown, ...parameters: unknown[]) => unknown;

const counted = new AsyncLocalStorage<object>();

/**
 * How many commands a piece of work sends to the store, whatever else the process does meanwhile. Methods of the driver
 * that call one of these are not counted.
 */
export async function countCommands(work: () => Promise<unknown>): Promise<number> {
  const prototype = mongo.Collection.prototype as unknown as Record<string, Method>;
  const originals = METHODS.map((name) => [name, prototype[name]!] as const);
  const own = {};
  let commands = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (...parameters) {
      if (counted.getStore() === own) commands += 1;
      return original.apply(this, parameters);
    };
  }
  try {
    await counted.run(own, work);
    return commands;
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}
