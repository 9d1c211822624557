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

/** How many commands a piece of work sends to the store. Methods of the driver that call one of these are not counted. */
export async function countCommands(work: () => Promise<unknown>): Promise<number> {
  const prototype = mongo.Collection.prototype as unknown as Record<string, Method>;
  const originals = METHODS.map((name) => [name, prototype[name]!] as const);
  let commands = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (...parameters) {
      commands += 1;
      return original.apply(this, parameters);
    };
  }
  try {
    await work();
    return commands;
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}
